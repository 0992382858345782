import { describe, expect, test } from 'vitest'
import { columnPlaces, haveName, rowSubject } from '../../../main/cli/screen-rows.ts'

const read = (header: string, row: string) => rowSubject(row.split(','), columnPlaces(header.split(',')))

describe('a row to be screened', () => {
  test.each([
    'Customer No,Full Name,DOB,Nationality,Sex,Passport No,Customer Type',
    'customer_id,customer_name,birth date,Country,gender,identifiers,kind',
    'Kundennummer,Vollername,Geburtsdatum,Staatsangehörigkeit,Geschlecht,ID number,Type',
  ])('is read by the usual names of its columns: %s', (header) => {
    expect(read(header, '7,Signe Torvik,31/01/1960,Norway,F,A 123,Individual')).toMatchObject({
      ok: true,
      value: {
        reference: '7',
        kind: 'person',
        names: ['Signe Torvik'],
        dates: ['1960-01-31'],
        countries: ['NO'],
        gender: 'female',
        identifiers: ['A 123'],
      },
    })
  })
  test('has a first and a last name where it has no whole one', () => {
    expect(read('First name,Surname,Middle name', 'Signe,Torvik,Alma')).toMatchObject({
      value: { names: ['Signe Alma Torvik'] },
    })
    expect(haveName(columnPlaces(['id', 'Surname']))).toBe(true)
    expect(haveName(columnPlaces(['id', 'First name']))).toBe(false)
  })
  test.each([
    ['1960-01-31', '1960-01-31'],
    ['1960-01-31 00:00:00', '1960-01-31'],
    ['1960/01/31', '1960-01-31'],
    ['19600131', '1960-01-31'],
    ['31.01.1960', '1960-01-31'],
    ['31-1-1960', '1960-01-31'],
    ['01/31/1960', '1960-01-31'],
    ['31 Jan 1960', '1960-01-31'],
    ['Jan 1960', '1960-01'],
    ['1960', '1960'],
  ])('tells a date: %s', (text, date) => {
    expect(read('name,dob', `Signe Torvik,${text}`)).toMatchObject({ value: { dates: [date] } })
  })
  test('with what is no date is refused, and says which', () => {
    const refused = read('name,dob', 'Signe Torvik,soon')
    expect(refused.ok ? '' : refused.error).toMatch(/^dates/u)
  })
  test.each([
    ['Name,Vorname', 'Torvik,Signe'],
    ['Prénom,Nom', 'Signe,Torvik'],
    ['Nombre,Apellidos', 'Signe,Torvik'],
    ['Cognome,Nome', 'Torvik,Signe'],
    ['Фамилия,Имя', 'Torvik,Signe'],
    ['ФИО,Дата рождения', 'Signe Torvik,1960'],
    ['姓名,国籍', 'Signe Torvik,NO'],
  ])('has both halves of a name, and a whole one, in other languages: %s', (header, row) => {
    expect(read(header, row)).toMatchObject({ value: { names: ['Signe Torvik'] } })
  })
  test.each(['NULL', 'n/a', '-', '#N/A'])('names nobody by %s, and is not called clear', (nothing) => {
    expect(read('id,name', `7,${nothing}`).ok).toBe(false)
  })
})
