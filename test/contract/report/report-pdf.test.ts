import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getDocument, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, describe, expect, test } from 'vitest'
import type { BundleContents } from '../../../main/bundle/contents.ts'
import { openFonts } from '../../../main/report/fonts/font-shelf.ts'
import { renderPdf } from '../../../main/report/pdf/render-pdf.ts'
import { reportOf } from '../../../main/report/report-of.ts'
import { SampleCase, namesByScript, workedCase } from '../../unit/report/sample-contents.ts'

const shelf = openFonts()

const pdfOf = async (contents: BundleContents): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of renderPdf(reportOf(contents), shelf)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const opened: PDFDocumentProxy[] = []
const open = async (bytes: Buffer): Promise<PDFDocumentProxy> => {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, disableFontFace: true, verbosity: 0 }).promise
  opened.push(document)
  return document
}
afterAll(() => Promise.all(opened.map((document) => document.loadingTask.destroy())))

const textOfPage = async (document: PDFDocumentProxy, number: number): Promise<string> => {
  const { items } = await (await document.getPage(number)).getTextContent()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}
const textOf = async (document: PDFDocumentProxy): Promise<string> => {
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) pages.push(await textOfPage(document, number))
  return pages.join('\n')
}
/** Text without spaces and line ends, which stand elsewhere on paper. */
const packed = (text: string): string => text.normalize('NFKC').replaceAll(/\s/gu, '')

const holds = (text: string, part: string): boolean => packed(text).includes(packed(part))
const sample = workedCase().contents()
const bytes = await pdfOf(sample)

describe('report.pdf, read by pdf.js', () => {
  test.each(Object.entries(namesByScript))('the name in %s stands in it in logical order', async (_, name) => {
    expect(holds(await textOf(await open(bytes)), name)).toBe(true)
  })

  test('every page says which of how many it is, with the case number, the root and the entry of the export', async () => {
    const document = await open(bytes)
    const { seal } = reportOf(sample)
    for (let number = 1; number <= document.numPages; number += 1) {
      const text = await textOfPage(document, number)
      expect(holds(text, `Page ${number} of ${document.numPages}`)).toBe(true)
      for (const expected of ['CASE-ACME-20260312-00001', seal.checkpoint.root, seal.exportEntry]) expect(holds(text, expected)).toBe(true)
    }
  })

  test('a table repeats its head on each of its pages', async () => {
    const document = await open(bytes)
    const withEntries = await Promise.all(Array.from({ length: document.numPages }, (_, index) => textOfPage(document, index + 1)))
    const timeline = withEntries.filter((text) => /\bid\s+[0-9a-f]{64}/.test(text))
    expect(timeline.length).toBeGreaterThan(2)
    expect(timeline.every((text) => holds(text, 'What happened'))).toBe(true)
  })

  test('is dated at the export, titled, in English, and leads to its sections', async () => {
    const document = await open(bytes)
    const { info } = await document.getMetadata()
    const at = new Date(sample.export.atMs).toISOString().replaceAll(/\D/g, '').slice(0, 14)
    expect(info).toMatchObject({ Title: 'CASE-ACME-20260312-00001: Mule account network at Łódź branch', CreationDate: `D:${at}Z`, ModDate: `D:${at}Z`, Language: 'en' })
    expect((await document.getOutline()).map(({ title }) => title)).toEqual([
      '1. Facts', '2. People', '3. Timeline', '4. Evidence', '5. Custody', '6. What this copy does not show', '7. Seal', '8. How to verify',
    ])
  })

  test('every font that a page uses is in the file', async () => {
    const document = await open(bytes)
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const { fnArray, argsArray } = await page.getOperatorList()
      const fonts = new Set(argsArray.filter((_, index) => fnArray[index] === OPS.setFont).map((args: [string]) => args[0]))
      expect(fonts.size).toBeGreaterThan(1)
      for (const font of fonts) expect(page.commonObjs.get(font)).toMatchObject({ missingFile: false })
    }
  })

  test('the same contents give the same bytes, from whatever shelf', async () => {
    expect(Buffer.compare(await pdfOf(sample), bytes)).toBe(0)
  })
})

describe.skipIf(!existsSync('/usr/bin/pdftotext'))('report.pdf, read by poppler', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-report-'))
  const file = path.join(folder, 'report.pdf')
  writeFileSync(file, bytes)
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(Object.entries(namesByScript))('the name in %s stands in it in logical order', (_, name) => {
    const text = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).replaceAll(/[\u202a-\u202e]/gu, '')
    expect(holds(text, name)).toBe(true)
  })

  test('every font is embedded, subset, and maps to Unicode', () => {
    const fonts = execFileSync('pdffonts', [file], { encoding: 'utf8' }).trim().split('\n').slice(2)
    expect(fonts.length).toBeGreaterThan(10)
    for (const font of fonts) expect(font).toMatch(/CID TrueType\s+Identity-H\s+yes yes yes/)
  })
})

describe('hard cases of setting', () => {
  const caseWith = (build: (sample: SampleCase) => void): BundleContents => {
    const one = new SampleCase()
    one.open()
    build(one)
    return one.contents()
  }

  test('a note longer than a page runs over pages, whole', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => `Line ${index} of a long note.`)
    const document = await open(await pdfOf(caseWith((one) => one.seal({ type: 'note.added', withheld: { text: lines.join('\n') } }))))
    const text = await textOf(document)
    expect(lines.filter((line) => !holds(text, line))).toEqual([])
  })

  test('a name of a thousand letters without a space wraps and stays whole', async () => {
    const name = `${'x'.repeat(500)}${'ß'.repeat(490)}.end`
    const document = await open(await pdfOf(caseWith((one) => one.acquire(name))))
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent()
      for (const item of items) if ('str' in item) expect((item.transform as number[])[4] as number + item.width).toBeLessThan(595.28 - 40)
    }
    expect(holds(await textOf(document), 'ß'.repeat(20))).toBe(true)
  })

  test('a character that no font has stands as its code point', async () => {
    const document = await open(await pdfOf(caseWith((one) => one.seal({ type: 'note.added', withheld: { text: 'Smile \u{1f600} here' } }))))
    expect(holds(await textOf(document), 'Smile [U+1F600] here')).toBe(true)
  })

  test('right-to-left text keeps its numbers, brackets and neighbours in place', async () => {
    const document = await open(await pdfOf(caseWith((one) => one.seal({ type: 'note.added', withheld: { text: 'חשבון 4711 (סגור) ACME' } }))))
    const text = await textOf(document)
    expect(['חשבון', '4711', 'סגור', 'ACME'].filter((part) => !holds(text, part))).toEqual([])
  })

  test('a case with nothing but its opening has a report', async () => {
    const document = await open(await pdfOf(caseWith(() => {})))
    expect(holds(await textOf(document), 'The case has no evidence.')).toBe(true)
  })
})
