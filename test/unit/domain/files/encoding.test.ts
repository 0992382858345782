import { describe, expect, it } from 'vitest'
import { createFileEncodingProbe, unsureEncoding } from '../../../../main/domain/files/encoding/probe.ts'
import type { EncodingName, FileEncoding } from '../../../../shared/text/encoding-names.ts'

/** The bytes of a text in a code page of single bytes. */
const encoded = (text: string, encoding: EncodingName): Uint8Array => {
  const decoder = new TextDecoder(encoding)
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const))
  return Uint8Array.from(text, (letter) => byteOf.get(letter) ?? 0x3f)
}

const probed = (bytes: Uint8Array, named?: EncodingName, step = 5): FileEncoding => {
  const probe = createFileEncodingProbe(named)
  for (let at = 0; at < bytes.length; at += step) probe.push(bytes.subarray(at, at + step))
  return probe.finish()
}

const gbk = Uint8Array.from([
  0xb1, 0xe0, 0xba, 0xc5, 0x2c, 0xb1, 0xea, 0xcc, 0xe2, 0x0a, 0x31, 0x2c, 0xbf, 0xc9, 0xd2, 0xc9, 0xd7, 0xaa, 0xd5,
  0xcb, 0x0a, 0x32, 0x2c, 0xcf, 0xd6, 0xbd, 0xf0, 0xcc, 0xe1, 0xc8, 0xa1, 0x0a,
])

const certain: readonly (readonly [string, EncodingName, string])[] = [
  ['German', 'windows-1252', 'Nummer;Titel\n17;Verdächtige Überweisung nach Zürich\n18;Müller\n'],
  ['one German name', 'windows-1252', 'id;name\n1;Müller\n'],
  ['signs alone', 'windows-1252', 'id;text\n1;12,50 €\n2;Don’t pay – a scam\n'],
  ['Spanish', 'windows-1252', 'Número;Título\n17;Cuenta del señor Muñoz\n18;Suplantación de identidad\n'],
  ['Icelandic', 'windows-1252', 'Númer;Titill\n17;Grunsamleg millifærsla þann dag\n18;Guðrún Þórðardóttir\n'],
  ['German of a Mac', 'macintosh', 'Nummer;Titel;Priorität\n17;Verdächtige Überweisung nach Zürich;hoch\n'],
  ['Czech', 'windows-1250', 'Číslo;Název\n17;Podezřelý převod přes účet\n18;Výběr hotovosti – Žižkov\n'],
  [
    'Polish',
    'windows-1250',
    'Numer;Tytuł\n17;Podejrzany przelew za granicę\n18;Możliwe pranie pieniędzy, źródło środków\n',
  ],
  ['Turkish', 'windows-1254', 'Numara;Başlık\n17;Şüpheli işlem – İĞ\n'],
  ['Lithuanian', 'windows-1257', 'Numeris;Pavadinimas\n17;Įtartinas pavedimas į užsienį\n18;Grynųjų pinigų išėmimas\n'],
  ['Russian', 'windows-1251', 'Номер;Название\n17;Подозрительный перевод\n18;Снятие наличных\n'],
  ['Russian of KOI8', 'koi8-r', 'Номер;Название\n17;Подозрительный перевод\n18;Снятие наличных\n'],
  ['Russian of DOS', 'ibm866', 'Номер;Название\n17;Подозрительный перевод\n18;Снятие наличных\n'],
  ['Russian in capitals', 'windows-1251', 'id;name\n1;ИВАНОВ ПЕТР СЕРГЕЕВИЧ\n2;СИДОРОВА АННА\n3;ООО ВОСТОК\n'],
  ['Ukrainian', 'windows-1251', 'Номер;Назва\n17;Підозрілий переказ за кордон\n18;Зняття готівки\n'],
  ['Greek', 'windows-1253', 'Αριθμός;Τίτλος\n17;Ύποπτη μεταφορά στο εξωτερικό\n18;Ανάληψη μετρητών\n'],
  ['Hebrew', 'windows-1255', 'מספר;כותרת\n17;העברה חשודה לחוץ לארץ\n18;משיכת מזומן מהחשבון\n'],
  ['Arabic', 'windows-1256', 'الرقم;العنوان\n17;تحويل مشبوه إلى الخارج\n18;سحب نقدي من الحساب\n'],
]

/** Each reads as plausible letters of the west, none of which is there. */
const takenForWestern: readonly (readonly [string, EncodingName, string])[] = [
  ['Hungarian', 'windows-1250', 'id;name\n1;Szűcs Ödön\n2;Kovács Győző\n3;Erdős Tünde\n'],
  ['Czech of ISO', 'iso-8859-2', 'id;name\n1;Jiří Dvořák\n2;Božena Němcová\n3;Tomáš Růžička\n'],
  ['French of ISO', 'iso-8859-15', 'id;name\n1;Hélène Lefèvre\n2;Cœur de Lion\n'],
  ['the euro of ISO', 'iso-8859-15', 'id;amount\n1;12,50 €\n'],
]

describe('the encoding of a file that is no Unicode', () => {
  it.each(takenForWestern)('is asked for %s, whose letters are other letters in the west', (_, encoding, text) => {
    const bytes = encoded(text, encoding)
    const found = probed(bytes)
    expect([found.sure, new TextDecoder(found.encoding).decode(bytes)]).toEqual([false, text])
    expect(probed(bytes, encoding).sure).toBe(true)
  })

  it.each(certain)('is certain of %s in %s, and a line of it is shown', (_, encoding, text) => {
    const bytes = encoded(text, encoding)
    const found = probed(bytes)
    expect(found.sure).toBe(true)
    // Of code pages that have all its letters in the same places any is right.
    expect(new TextDecoder(found.encoding).decode(bytes)).toBe(text)
    expect(text).toContain(found.line)
  })

  it('is certain of Chinese in GBK', () => {
    expect(probed(gbk)).toEqual({ encoding: 'gb18030', bomBytes: 0, illFormed: true, sure: true, line: '编号,标题' })
  })

  it.each([
    ['names that two code pages write in the same bytes', encoded('id;name\n1;Kovačević\n', 'windows-1250')],
    ['one letter', encoded('id;name\n1;Ü\n', 'windows-1252')],
    [
      'a code page that is not read',
      Uint8Array.from([
        0x69, 0x64, 0x0a, 0x56, 0x65, 0x72, 0x64, 0x84, 0x63, 0x68, 0x74, 0x69, 0x67, 0x0a, 0x9a, 0x62, 0x65, 0x72,
        0x0a,
      ]),
    ],
  ])('is not certain of %s, and says so', (_, bytes) => {
    const found = probed(bytes)
    expect(found.sure).toBe(false)
    expect(unsureEncoding(found)).toMatch(
      /^The encoding of the file is not certain\. It may be [\w-]+, in which a line of it reads: .+\. Nothing was imported\. .+ UTF-8$/u,
    )
  })

  it('is what a person names, but for a mark that says otherwise', () => {
    const czech = encoded('id;name\n1;Kovačević\n', 'windows-1250')
    expect(probed(czech, 'windows-1250')).toEqual({
      encoding: 'windows-1250',
      bomBytes: 0,
      illFormed: true,
      sure: true,
      line: '1;Kovačević',
    })
    expect(probed(Buffer.from('\ufeffid\n1\n'), 'windows-1250')).toMatchObject({
      encoding: 'utf-8',
      bomBytes: 3,
      sure: true,
    })
  })

  it('is UTF-8 or UTF-16 where the bytes prove it, whatever the pieces', () => {
    expect(probed(Buffer.from('id;name\n1;Пётр\n'))).toMatchObject({ encoding: 'utf-8', sure: true })
    expect(probed(Buffer.from('\ufeffid;name\n1;Пётр\n', 'utf16le'))).toMatchObject({
      encoding: 'utf-16le',
      bomBytes: 2,
      sure: true,
    })
  })

  it('is found by what stands behind a long beginning in plain letters, and by a line of any length', () => {
    const late = Buffer.concat([Buffer.alloc(300_000, 'a,b\n'), encoded(certain[10]?.[2] ?? '', 'windows-1251')])
    expect(probed(late, undefined, 65_536)).toMatchObject({ encoding: 'windows-1251', sure: true })
    expect(
      probed(Buffer.concat([encoded('Müller ', 'windows-1252'), Buffer.alloc(200_000, 'x')]), undefined, 1_000),
    ).toMatchObject({ encoding: 'windows-1252', sure: true })
  })
})

describe('letters that were changed before the file was written', () => {
  const lines = (text: string): Uint8Array => Buffer.from(`id,amount,name\n1,10.00,Smith\n2,20.00,${text}\n`)
  const asUtf8Again = (text: string, page: EncodingName): string => new TextDecoder(page).decode(Buffer.from(text))

  it.each([
    ['UTF-7', 'Jos+AOk-'],
    ['UTF-7 within a word', 'K+AOQ-the'],
    ['UTF-7 of a sentence', 'f+APw-r B+APw-cher +AND +ANw-bung'],
    ['UTF-7 of Russian', '+BBgEMgQwBD0EPgQy, +BB4EPwQ7BDAEQgQw +BEEERwQ1BEIEMA +BDcEMA'],
    ['UTF-7 of Chinese', '+X1xO2A-'],
    ['HZ', '~{UEH}~}'],
    ['ISO 2022', '\u001b$B;3EDB@O:\u001b(B'],
    ['UTF-8 read as Windows-1252', asUtf8Again('Müller, Straße', 'windows-1252')],
    ['UTF-8 read as Windows-1251', asUtf8Again('Перевод средств', 'windows-1251')],
    ['UTF-8 read on a Mac', asUtf8Again('Käthe Öhm', 'macintosh')],
    ['Russian read as Windows-1252', 'Îïëàòà ñ÷åòà'],
    ['Arabic read as Windows-1252', 'ÇáÓÚæÏíÉ'],
  ])('are asked about, with the line: %s', (_, text) => {
    const found = probed(lines(text), undefined, 4_096)
    expect(found).toMatchObject({ encoding: 'utf-8', sure: false })
    expect(found.line).toContain(text)
    expect(unsureEncoding(found)).toContain('have the file exported anew')
  })

  it('are taken as they stand where the encoding is named', () => {
    expect(probed(lines('Jos+AOk-'), 'utf-8', 4_096)).toMatchObject({ encoding: 'utf-8', sure: true })
  })

  it.each([
    'tom+bar@example.org, C++, A+B-C, 1+1=2, x+ABC-',
    'REST+API-Gateway, +AND, Kauf+ABE-Teile',
    '+4917012345-12 +1-415-555-2671 2026-03-01T10:00:00+01:00',
    'a~{b}, ~ {x} ~}',
    'Gruß…, „Spaß“, « été », Ü–, „MAÇÔ“, £100, 5 °C, São João',
    'Иванов Пётр – «Восток»',
    '山田太郎、振込手数料',
    'été, Åse, Ærø, ÀÉÎ, Øystein',
    'Karte ××××1234, ÷÷÷÷, Test äöüß ÄÖÜ',
  ])('are none of %j', (text) => {
    expect(probed(lines(text), undefined, 4_096)).toMatchObject({ encoding: 'utf-8', sure: true })
  })

  it('and a page of Cyrillic that reads with signs for capitals is not certain', () => {
    const bytes = encoded('id;name\n1;Иванов;Оплата счета\n2;Щербаков;Перевод средств\n', 'x-mac-cyrillic')
    expect(probed(bytes, undefined, 4_096).sure).toBe(false)
  })
})
