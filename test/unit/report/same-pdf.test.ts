import { deflateSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { openFonts } from '../../../main/report/fonts/font-shelf.ts'
import { renderPdf } from '../../../main/report/pdf/render-pdf.ts'
import { isSamePdf } from '../../../main/report/pdf/same-pdf.ts'
import { reportOf } from '../../../main/report/report-of.ts'
import { repackedPdf } from '../../support/repacked-pdf.ts'
import { SampleCase } from './sample-contents.ts'

let made: Buffer

beforeAll(async () => {
  const sample = new SampleCase()
  sample.open()
  const parts: Uint8Array[] = []
  for await (const part of renderPdf(reportOf(sample.contents()), openFonts())) parts.push(part)
  made = Buffer.concat(parts)
})

const level = (wanted: number) => (content: Buffer) => deflateSync(content, { level: wanted })

test('B-111: a PDF is the same however its streams are deflated', () => {
  expect(isSamePdf(made, made)).toBe(true)
  for (const wanted of [0, 1, 9]) {
    const other = repackedPdf(made, level(wanted))
    expect(other.equals(made)).toBe(wanted === 9 ? other.equals(made) : false)
    expect(isSamePdf(made, other), String(wanted)).toBe(true)
  }
})

test('and whatever else is another is not the same', () => {
  const other = repackedPdf(made, level(1))
  const text = other.toString('latin1')
  const changed: Readonly<Record<string, Buffer>> = {
    nothing: Buffer.alloc(0),
    junk: Buffer.from('%PDF-1.7\ncertified by the court\n'),
    'a byte more at the end': Buffer.concat([other, Buffer.from('\n')]),
    'a byte less': other.subarray(0, -1),
    'another stream': repackedPdf(made, (content) => deflateSync(Buffer.concat([content, Buffer.from(' ')]))),
    'bytes after a stream': repackedPdf(made, (content) => Buffer.concat([deflateSync(content), Buffer.from('0')])),
    'a stream that is cut off': repackedPdf(made, (content) => deflateSync(content).subarray(0, -1)),
    'another title': Buffer.from(text.replace('/Title (', '/Title (F'), 'latin1'),
    'another table': Buffer.from(text.replace(/^\d{10}(?= 00000 n $)/m, '0000000009'), 'latin1'),
    'another place of the table': Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n9'), 'latin1'),
    'an update at the end': Buffer.concat([other, Buffer.from('1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n')]),
    'another length': Buffer.from(text.replace(/\/Length (\d+)/, '/Length 0$1'), 'latin1'),
  }
  for (const [what, given] of Object.entries(changed)) expect(isSamePdf(made, given), what).toBe(false)
})
