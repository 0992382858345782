import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import type { TestPiece } from './preview-host/host.ts'

/** Real files of each kind, made by the tests themselves. */

type Made = Pick<TestPiece, 'name' | 'mediaType' | 'kind'>

export const pieceOf = (made: Made, bytes: Uint8Array): TestPiece => ({
  ...made,
  content: { base64: Buffer.from(bytes).toString('base64') },
})

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
const crc32 = (bytes: Uint8Array): number =>
  (bytes.reduce((crc, byte) => (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const made = Buffer.alloc(body.length + 8)
  made.writeUInt32BE(data.length, 0)
  body.copy(made, 4)
  made.writeUInt32BE(crc32(body), body.length + 4)
  return made
}

/** A PNG (RGB, 8 bits): a gradient; `claimed` is what its header says of its size where that is not the truth. */
export const pngOf = (width: number, height: number, claimed = { width, height }): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(claimed.width, 0)
  header.writeUInt32BE(claimed.height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (1 + 3 * width))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (1 + 3 * width) + 1 + 3 * x
      rows.set([(255 * x) / width, (255 * y) / height, (x ^ y) & 255], at)
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const collect = (document: PDFKit.PDFDocument): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.end()
  })

/** A PDF of some pages, with a picture, the standard fonts, and a link to `address`. */
export const pdfOf = (pages: number, address: string, password?: string): Promise<Uint8Array> => {
  const document = new PDFDocument({
    size: 'A4',
    info: { Title: 'Statement' },
    ...(password === undefined ? {} : { userPassword: password }),
  })
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage()
    document.font('Helvetica-Bold').fontSize(20).text(`Account statement, page ${page}`)
    document.moveDown().font('Times-Roman').fontSize(12)
    for (let line = 1; line <= 24; line += 1)
      document.text(
        `2026-03-${String(line).padStart(2, '0')}  Transfer ${page * 100 + line} to Meridian Trading Ltd, reference INV-${page}${line}`,
      )
    if (page === 1)
      document
        .moveDown()
        .fillColor('blue')
        .text('Pay here', { link: address, underline: true })
        .fillColor('black')
        .image(Buffer.from(pngOf(120, 60)), { width: 240 })
  }
  return collect(document)
}

/**
 * A PDF that tries everything: a script on opening, addresses to open, a form to submit, a link over the whole page.
 */
export const hostilePdf = (address: string): Promise<Uint8Array> => {
  const document = new PDFDocument({ size: 'A4' })
  const ref = (data: object): unknown => {
    const made = document.ref(data) as unknown as { end(): void }
    made.end()
    return made
  }
  const script = `app.alert('ran'); this.submitForm('${address}/submitted'); app.launchURL('${address}/launched', true); this.getURL('${address}/got')`
  const catalogue = (document as unknown as { _root: { data: Record<string, unknown> } })._root.data
  catalogue['OpenAction'] = ref({ S: 'JavaScript', JS: new String(script) })
  catalogue['AA'] = ref({ WC: ref({ S: 'URI', URI: new String(`${address}/uri`) }) })
  document.fontSize(18).text('A harmless invoice')
  document.link(0, 0, 595, 842, `${address}/clicked`)
  return collect(document)
}

/** Mono, 8 kHz, 16 bits: a tone of some seconds. */
export const wavOf = (seconds: number): Uint8Array => {
  const samples = Math.round(8_000 * seconds)
  const data = Buffer.alloc(samples * 2)
  for (let at = 0; at < samples; at += 1)
    data.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 440 * at) / 8_000)), at * 2)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(16_000, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

/**
 * Payments as a bank exports them: semicolons, quoted cells with line breaks, formulas, right-to-left names, one broken
 * row.
 */
export const paymentsCsv = (rows: number): string => {
  const head = 'Booked;Payer;Payee;Amount;Currency;Reference\r\n'
  const special = [
    '2026-03-01;"=HYPERLINK(""http://evil.example"";""click"")";Meridian Trading Ltd;-1.250,00;EUR;"two\r\nlines"\r\n',
    '2026-03-02;أحمد المنصوري;Meridian\u202eLtd;980,00;EUR;café\r\n',
    '2026-03-03;"broken" row;x;1;EUR;y\r\n',
  ]
  const many = Array.from(
    { length: rows },
    (_, index) =>
      `2026-03-${String((index % 28) + 1).padStart(2, '0')};Payer ${index + 1};Meridian Trading Ltd;${((index * 37) % 9_000) + 100},50;EUR;INV-${index + 1}\r\n`,
  )
  return head + special.join('') + many.join('')
}

export const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le')

/** A page and a picture that would call home, run a script and lead the window away. */
export const hostileHtml = (address: string): string =>
  `<!doctype html><title>x</title><meta http-equiv="refresh" content="0;url=${address}/refresh"><script src="${address}/script.js"></script><script>top.location='${address}/top';parent.hostileRan=true</script><img src="${address}/img.png" onerror="top.hostileRan=true"><iframe src="${address}/frame"></iframe>`

export const hostileSvg = (address: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="320" height="200" onload="top.hostileRan=true"><script>top.hostileRan=true;top.location='${address}/top'</script><style>@import url('${address}/style.css'); rect { fill: url('${address}/fill.svg#a') }</style><image href="${address}/image.png" width="10" height="10"/><use href="${address}/use.svg#a"/><foreignObject width="100" height="100"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${address}/frame"/></foreignObject><a href="${address}/link"><rect width="320" height="200"/></a><circle cx="160" cy="100" r="80" fill="teal"/></svg>`
