import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pathFault, portabilityFault } from '../../../main/bundle/format/member-path.ts'
import { createSafeNames, fileNameKey, safeName } from '../../../main/bundle/format/safe-name.ts'
import { cpuMs } from '../../support/cpu-time.ts'

const bytes = (text: string): number => Buffer.byteLength(text)

/** Names as hostile as they come: any code units, the parts of which trouble is made, and long ones. */
const hostileName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '..',
        '/',
        '\\',
        'CON',
        'nul',
        '.',
        ' ',
        'a',
        'é',
        'e\u0301',
        '\u202e',
        '\u200b',
        ':',
        '%2F',
        '~1',
        '\ud800',
        '\u0000',
        '.txt',
        '.tar.gz',
        'ß',
        'İ',
        '\ufe0f',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join('')),
)

describe('B-50: safe names of evidence', () => {
  test.each([
    ['ledger 2026.xlsx', 'ledger 2026.xlsx'],
    ['Bericht Łódź.pdf', 'Bericht Łódź.pdf'],
    ['../../etc/passwd', '___.._etc_passwd'],
    ['..\\..\\Windows\\System32\\config', '___.._Windows_System32_config'],
    ['C:\\pagefile.sys', 'C__pagefile.sys'],
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['NUL .txt', '_NUL .txt'],
    ['COM1.tar.gz', '_COM1.tar.gz'],
    ['LPT¹', '_LPT¹'],
    ['CONIN$', '_CONIN$'],
    ['Thumbs.db', '_Thumbs.db'],
    ['desktop.ini', '_desktop.ini'],
    ['invoice\u202egnp.exe', 'invoice_gnp.exe'],
    ['a\u0000b\r\nc', 'a_b__c'],
    ['ends with dot.', 'ends with dot'],
    ['ends with blanks. . ', 'ends with blanks'],
    ['.bashrc', '_bashrc'],
    ['-rf', '_rf'],
    ['~root', '_root'],
    ['PROGRA~1', 'PROGRA_1'],
    ['100 %.csv', '100 _.csv'],
    ['e\u0301te\u0301.txt', 'été.txt'],
    ['no\u00a0break\u3000space', 'no_break_space'],
    ['zero\u200dwidth', 'zero_width'],
    ['lone \ud800 surrogate', 'lone _ surrogate'],
    ['', 'unnamed'],
    [' . ', 'unnamed'],
    ['...', 'unnamed'],
    ['report.a very long thing that is no extension', 'report.a very long thing that is no extension'],
  ])('%j becomes %j', (given, expected) => {
    expect(safeName(given)).toBe(expected)
  })

  test('a name of 300 bytes is cut between characters, its extension kept', () => {
    const cut = safeName(`${'🏦'.repeat(75)}.evtx`)
    expect(cut).toMatch(/^(?:🏦){36}\.evtx$/u)
    expect(bytes(cut)).toBeLessThanOrEqual(150)
    expect(bytes(safeName('x'.repeat(5_000)))).toBe(150)
  })

  test('names that could be one file on some system are told apart, in the order of their coming', () => {
    const names = createSafeNames()
    const given = [
      'a.txt',
      'A.TXT',
      'a.txt',
      'e\u0301.txt',
      '\u00e9.txt',
      'É.txt',
      'a (2).txt',
      'strasse',
      'straße',
      'a?b',
      'a*b',
      'x\ufe0f',
      'x',
    ]
    expect(given.map((name) => names.take(name))).toEqual([
      'a.txt',
      'A (2).TXT',
      'a (3).txt',
      'é.txt',
      'é (2).txt',
      'É (3).txt',
      'a (2) (2).txt',
      'strasse',
      'straße (2)',
      'a_b',
      'a_b (2)',
      'x\ufe0f',
      'x (2)',
    ])
  })

  test('whatever comes, names are fit for every system and no two are one file', () => {
    fc.assert(
      fc.property(fc.array(hostileName, { minLength: 1, maxLength: 40 }), (given) => {
        const names = createSafeNames()
        const taken = given.map((name) => names.take(name))
        expect(new Set(taken.map(fileNameKey)).size).toBe(taken.length)
        for (const name of taken) {
          expect(bytes(name)).toBeLessThanOrEqual(150)
          expect(name).toBe(name.normalize('NFC'))
          expect(pathFault(name)).toBeNull()
          expect(portabilityFault(name)).toBeNull()
          expect(name).not.toMatch(/[<>:"/\\|?*%\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|^[.\-~ ]|[. ]$|~\d/u)
          expect(name).not.toBe('')
        }
      }),
      { numRuns: 500 },
    )
  })

  test('the same names in the same order give the same safe names', () => {
    fc.assert(
      fc.property(fc.array(hostileName, { maxLength: 20 }), (given) => {
        const [one, other] = [createSafeNames(), createSafeNames()]
        expect(given.map((name) => one.take(name))).toEqual(given.map((name) => other.take(name)))
      }),
    )
  })

  test('ten thousand pieces of one name take no longer than they should', () => {
    const names = createSafeNames()
    const started = cpuMs()
    const taken = Array.from({ length: 10_000 }, () => names.take('IMG_0001.JPG'))
    expect(new Set(taken).size).toBe(10_000)
    expect(taken.at(-1)).toBe('IMG_0001 (10000).JPG')
    expect(cpuMs() - started).toBeLessThan(5_000)
  })
})
