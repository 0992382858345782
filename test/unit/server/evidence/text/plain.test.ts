import { describe, expect, it } from 'vitest'
import { readAll, readHere, shown } from './reading.ts'

const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le')
const utf32 = (text: string): Uint8Array => {
  const bytes = Buffer.alloc((text.length + 1) * 4)
  bytes.writeUInt32BE(0xfeff, 0)
  for (const [index, letter] of [...text].entries()) bytes.writeUInt32BE(letter.codePointAt(0) ?? 0, (index + 1) * 4)
  return bytes
}

describe('the text of a plain piece', () => {
  it('is read in its encoding, by lines', async () => {
    const text = 'Überweisung an Müller\r\n\r\nGrüße aus Wien\n'
    for (const bytes of [Buffer.from(text), Buffer.from(text, 'latin1'), utf16(text), utf32(text)]) {
      const { all, format, passages, lacks } = await readHere(bytes)
      expect(shown(all)).toEqual(['line 1 | Überweisung an Müller\n\nGrüße aus Wien'])
      expect({ passages, lacks }).toEqual({ passages: 1, lacks: [] })
      expect(['text', 'utf32']).toContain(format)
    }
  })

  it('is read in the code page of a country', async () => {
    const letters = 'абвгдежзийклмнопрстуфхцчшщъыьэюя'
    const koi = 'Перевод на счёт получателя'.replaceAll('ё', 'е').toLowerCase()
    const bytes = Uint8Array.from([...koi].map((one) => (letters.includes(one) ? 0xe0 + letters.indexOf(one) : 0x20)))
    expect(shown((await readHere(bytes)).all)).toEqual([`line 1 | ${koi}`])
  })

  it('keeps the number of the line on which each passage begins, and no passage longer than 2,000', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1} ${'word '.repeat(20).trim()}`)
    const { all } = await readHere(Buffer.from(lines.join('\r\n')))
    for (const { way, text } of all) {
      const [step] = way
      expect(text.startsWith(`line ${step?.kind === 'line' ? step.number : ''} `)).toBe(true)
      expect(text.length).toBeLessThanOrEqual(2_000)
    }
    expect(all.map(({ text }) => text).join('\n')).toBe(lines.join('\n'))
  })

  it('parts a line without an end at words, none of which is lost', async () => {
    const words = Array.from({ length: 200_000 }, (_, index) => `w${index}`).join(' ')
    const { all } = await readHere(Buffer.from(words))
    expect(all.map(({ text }) => text).join(' ') === words).toBe(true)
    expect(new Set(shown(all).map((one) => one.split(' | ')[0]))).toEqual(new Set(['line 1']))
  })

  it('is composed, and holds no controls, overrides or soft hyphens', async () => {
    const { all } = await readHere(Buffer.from('Mu\u0308ller\u0000\u0007 an\u00adnual\u202egnp \u0008x'))
    expect(shown(all)).toEqual(['line 1 | Müller annualgnp x'])
  })

  it('is none of an empty piece, and of what is no text, which is said', async () => {
    expect(await readHere(new Uint8Array(0))).toEqual({ format: 'empty', passages: 0, lacks: [], all: [] })
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])
    expect(await readHere(picture)).toEqual({
      format: 'image',
      passages: 0,
      lacks: [{ way: [], lack: { kind: 'no_text', format: 'image' } }],
      all: [],
    })
  })
})

describe('a reading', () => {
  it('ends with the reason of its signal', async () => {
    const stop = new AbortController()
    stop.abort(new Error('the case was closed'))
    await expect(readAll(Buffer.from('x'), 'x', stop.signal)).rejects.toThrow('the case was closed')
  })

  it('ends with the fault of the store', async () => {
    const { readTextApart } = await import('../../../../../main/server/evidence/text/read-text.ts')
    const piece = {
      name: 'x',
      size: 10,
      // oxlint-disable-next-line typescript/require-await -- it throws
      read: async function* () {
        yield new Uint8Array(3)
        throw new Error('the stored bytes were altered')
      },
    }
    await expect(readTextApart(piece, new AbortController().signal).next()).rejects.toThrow(
      'the stored bytes were altered',
    )
  })
})
