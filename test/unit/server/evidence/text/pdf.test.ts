import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { readAll, readHere, shown } from './reading.ts'

/** A document as pdfkit writes it. */
const written = async (
  draw: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> => {
  const document = new PDFDocument({ bufferPages: true, ...options })
  const parts: Buffer[] = []
  const ended = new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', resolve)
    document.on('error', reject)
  })
  draw(document)
  document.end()
  await ended
  return Buffer.concat(parts)
}

/** A document of these objects, without the table of where they stand: readers make one. */
const raw = (...objects: readonly (string | readonly [dictionary: string, stream: Uint8Array])[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((object, index) => [
      Buffer.from(`${index + 1} 0 obj\n${typeof object === 'string' ? object : object[0]}\n`),
      ...(typeof object === 'string' ? [] : [Buffer.from('stream\n'), object[1], Buffer.from('\nendstream\n')]),
      Buffer.from('endobj\n'),
    ]),
    Buffer.from('trailer << /Root 1 0 R >>\n%%EOF\n'),
  ])

const stream = (content: Uint8Array, filter = ''): readonly [string, Uint8Array] => [
  `<< /Length ${content.length} ${filter} >>`,
  content,
]

/** What many times the same bytes are packed to: packed once, and without the sum at the end, which readers do not ask for. */
const repeated = (bytes: Uint8Array, times: number): Buffer => {
  const block = deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: times }, () => block), Buffer.from([3, 0])])
}

describe('the text of a PDF', () => {
  it('is read by page, with what the document says of itself', async () => {
    const bytes = await written(
      (document) => {
        document.text('Account statement of Jane Müller').moveDown().text('Balance: 1,234.50')
        document.addPage().text('Second page')
      },
      { info: { Title: 'Statement 3/2026', Author: 'First Bank' } },
    )
    const { all, format, passages, lacks } = await readAll(bytes)
    expect(shown(all)).toEqual([
      'header Title | Statement 3/2026',
      'header Author | First Bank',
      'page 1 | Account statement of Jane Müller\nBalance: 1,234.50',
      'page 2 | Second page',
    ])
    expect({ format, passages, lacks }).toEqual({ format: 'pdf', passages: 4, lacks: [] })
  })

  it('holds notes, filled fields and what is attached', async () => {
    const bytes = await written((document) => {
      document.initForm()
      document.text('Form').note(10, 10, 20, 20, 'paid in cash')
      document.formText('payee', 10, 100, 200, 20, { value: 'Shell Company Ltd' })
      document.file(Buffer.from('the attached list'), { name: 'list.txt' })
    })
    expect(shown((await readHere(bytes)).all)).toEqual([
      'page 1 | Form\npaid in cash\nShell Company Ltd',
      'attachment list.txt > line 1 | the attached list',
    ])
  })

  it('is none of a scan, which is said, also where only some pages are', async () => {
    const scan = await written((document) => document.rect(0, 0, 10, 10).fill().addPage())
    expect(await readHere(scan)).toMatchObject({ passages: 0, lacks: [{ way: [], lack: { kind: 'scan', pages: 2 } }] })
    const mixed = await written((document) => document.text('Cover').addPage().addPage().addPage().text('End'))
    expect((await readHere(mixed)).lacks).toEqual([
      { way: [{ kind: 'page', number: 2 }], lack: { kind: 'scan', pages: 2 } },
    ])
  })

  it('is none of a document that is locked, which is said', async () => {
    const locked = await written((document) => document.text('secret'), { userPassword: 'open sesame' })
    expect((await readHere(locked)).lacks).toEqual([{ way: [], lack: { kind: 'password' } }])
    const owned = await written((document) => document.text('open to all'), { ownerPassword: 'x', userPassword: '' })
    expect(shown((await readHere(owned)).all)).toEqual(['page 1 | open to all'])
  })

  it('is read as far as a damaged document goes', async () => {
    const whole = await written((document) => document.text('First').addPage().text('Second'))
    const short = whole.subarray(0, whole.lastIndexOf('startxref'))
    expect(shown((await readHere(short)).all)).toEqual(['page 1 | First', 'page 2 | Second'])
    const cut = await readHere(Buffer.from('%PDF-1.7\nnothing'))
    expect(cut.lacks).toMatchObject([{ way: [], lack: { kind: 'damaged' } }])
  })
})

describe('the text of a PDF in a script of the east', () => {
  it('is read by the map of its characters', async () => {
    const bytes = raw(
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      stream(Buffer.from('BT /F 9 Tf <93fa967b> Tj ET')),
      '<< /Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Mincho /FontDescriptor 7 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>',
      '<< /Type /FontDescriptor /FontName /Mincho /Flags 4 >>',
    )
    expect(shown((await readAll(bytes)).all)).toEqual(['page 1 | 日本'])
  })
})

describe('a hostile PDF', () => {
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>'
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  const content = Buffer.from('BT /F 9 Tf (found) Tj ET')
  const pages = (kids: string, count: number) => `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`
  const catalog = '<< /Type /Catalog /Pages 2 0 R >>'

  it('that claims a million pages gives the one that it has', async () => {
    const { all, lacks } = await readHere(raw(catalog, pages('3 0 R', 1_000_000), page, stream(content), font))
    expect(shown(all)).toEqual(['page 1 | found'])
    expect(lacks).toEqual([])
  })

  it('whose pages go round in a circle is given up', async () => {
    const { all, lacks } = await readHere(raw(catalog, pages('2 0 R 3 0 R', 9), page, stream(content), font))
    expect(all.length).toBeLessThanOrEqual(9)
    expect(lacks.length).toBeGreaterThan(0)
  })

  it('whose form draws itself is given up', async () => {
    const form = stream(Buffer.from('/X Do'), '/Type /XObject /Subtype /Form /Resources << /XObject << /X 4 0 R >> >>')
    const drawing = page.replace('/Font << /F 5 0 R >>', '/XObject << /X 4 0 R >>')
    const { passages } = await readHere(raw(catalog, pages('3 0 R', 1), drawing, form))
    expect(passages).toBe(0)
  })

  it('whose stream claims two gigabytes is read as far as it goes', async () => {
    const claiming = [`<< /Length 2147483647 >>`, content] as const
    const { all } = await readHere(raw(catalog, pages('3 0 R', 1), page, claiming, font))
    expect(shown(all)).toEqual(['page 1 | found'])
  })

  it('that unpacks to gigabytes is ended, and what came before it stays', { timeout: 120_000 }, async () => {
    const twice = deflateSync(repeated(Buffer.alloc(4_000_000, 'q Q '), 100))
    const bytes = raw(
      catalog,
      pages('3 0 R 6 0 R', 2),
      page,
      stream(content),
      font,
      page.replace('4 0 R', '7 0 R'),
      stream(twice, '/Filter [/FlateDecode /FlateDecode]'),
    )
    expect(bytes.length).toBeLessThan(1_000_000)
    const { all, lacks } = await readAll(bytes)
    expect(shown(all)).toEqual(['page 1 | found'])
    expect(lacks).toEqual([{ way: [], lack: { kind: 'too_large', limit: '224 MiB of memory' } }])
  })
})
