import { StatementFault } from './statement.ts'

/** No format that is read by lines has longer ones. */
const lineMax = 65_536

/** Cuts a text that comes in pieces into lines, each with its number from 1. */
export const createLineCutter = (take: (line: string, number: number) => void) => {
  let rest = ''
  let number = 0
  const cutOff = (): void => {
    const lines = rest.split(/\r\n|\n|\r(?!$)/u)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      number += 1
      if (line.length > lineMax)
        throw new StatementFault(`holds a line of more than ${lineMax} characters (line ${number})`)
      take(line, number)
    }
    if (rest.length > lineMax)
      throw new StatementFault(`holds a line of more than ${lineMax} characters (line ${number + 1})`)
  }
  return {
    push: (text: string): void => {
      rest += text
      cutOff()
    },
    end: (): void => {
      for (const line of rest.split(/\r/u)) {
        number += 1
        take(line, number)
      }
      rest = ''
    },
  }
}

/** `YYMMDD` as a day; null where it is none. Years are those from 1970 to 2069. */
export const shortDay = (text: string): string | null => {
  const found = /^(\d\d)(\d\d)(\d\d)$/u.exec(text)
  if (found === null) return null
  const [, year = '', month = '', day = ''] = found
  const written = `${Number(year) >= 70 ? '19' : '20'}${year}-${month}-${day}`
  return Number.isNaN(Date.parse(`${written}T00:00:00Z`)) ? null : written
}
