import { deflateSync, inflateSync } from 'node:zlib'

const stream = /\/Length (\d+)\n(?:(?!endobj)[\s\S])*?\/Filter \/FlateDecode[\s\S]*?\nstream\n/g

/** A PDF of PDFKit in which each deflated stream is packed anew, as another machine might; in latin1. */
export const repackedPdf = (
  pdf: Buffer,
  pack: (content: Buffer) => Buffer = (content) => deflateSync(content),
): Buffer => {
  const text = pdf.toString('latin1')
  let made = ''
  let from = 0
  for (const match of text.matchAll(stream)) {
    const [head, length = '0'] = match
    const start = match.index + head.length
    const end = start + Number(length)
    const packed = pack(inflateSync(pdf.subarray(start, end)))
    made += text.slice(from, match.index) + head.replace(`/Length ${length}`, `/Length ${packed.length}`)
    made += packed.toString('latin1')
    from = end
  }
  made += text.slice(from)
  const tableAt = made.lastIndexOf('\nxref\n') + 1
  const objects = [...made.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)].filter(({ index }) => index < tableAt)
  const places = new Map(
    objects.map(({ index, 0: found, 1: number }) => [Number(number), index + (found.startsWith('\n') ? 1 : 0)]),
  )
  let number = 0
  const table = made
    .slice(tableAt)
    .replaceAll(/^\d{10}(?= 00000 n $)/gm, () => String(places.get((number += 1)) ?? 0).padStart(10, '0'))
    .replace(/startxref\n\d+/, `startxref\n${tableAt}`)
  return Buffer.from(made.slice(0, tableAt) + table, 'latin1')
}
