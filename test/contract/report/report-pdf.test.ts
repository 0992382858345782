import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  const document = await getDocument({
    data: new Uint8Array(bytes),
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  }).promise
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
const sampleText = await textOf(await open(bytes))

describe('report.pdf, read by pdf.js', () => {
  test.each(Object.entries(namesByScript))('the name in %s stands in it in logical order', (_, name) => {
    expect(holds(sampleText, name)).toBe(true)
  })

  test('every page says which of how many it is, with the case number, the root and the entry of the export', async () => {
    const document = await open(bytes)
    const { seal } = reportOf(sample)
    for (let number = 1; number <= document.numPages; number += 1) {
      const text = await textOfPage(document, number)
      expect(holds(text, `Page ${number} of ${document.numPages}`)).toBe(true)
      for (const expected of ['CASE-ACME-20260312-00001', seal.checkpoint.root, seal.exportEntry])
        expect(holds(text, expected)).toBe(true)
    }
  })

  test('a table repeats its head on each of its pages', async () => {
    const document = await open(bytes)
    const withEntries = await Promise.all(
      Array.from({ length: document.numPages }, (_, index) => textOfPage(document, index + 1)),
    )
    const timeline = withEntries.filter((text) => /\bid\s+[0-9a-f]{64}/.test(text))
    expect(timeline.length).toBeGreaterThan(2)
    expect(timeline.every((text) => holds(text, 'What happened'))).toBe(true)
  })

  test('is dated at the export, titled, in English, and leads to its sections', async () => {
    const document = await open(bytes)
    const { info } = await document.getMetadata()
    const at = new Date(sample.export.atMs).toISOString().replaceAll(/\D/g, '').slice(0, 14)
    expect(info).toMatchObject({
      Title: 'CASE-ACME-20260312-00001: Mule account network at Łódź branch',
      CreationDate: `D:${at}Z`,
      ModDate: `D:${at}Z`,
      Language: 'en',
    })
    expect((await document.getOutline()).map(({ title }) => title)).toEqual([
      '1. Facts',
      '2. People',
      '3. Timeline',
      '4. Evidence',
      '5. Custody',
      '6. What this copy does not show',
      '7. Seal',
      '8. How to verify',
    ])
  })

  test('says the same of itself in XML, whatever signs its title has', async () => {
    const title = `A & B </rdf:li><pdf:Producer>Other</pdf:Producer> "x"`
    const one = new SampleCase()
    one.open()
    const contents = one.contents()
    const { metadata } = await (
      await open(await pdfOf({ ...contents, case: { ...contents.case, title } }))
    ).getMetadata()
    expect(metadata.get('dc:title')).toBe(`CASE-ACME-20260312-00001: ${title}`)
    expect(metadata.get('pdf:producer')).toBe('Fieldseal, PDFKit')
  })

  test('every font that a page uses is in the file', async () => {
    const document = await open(bytes)
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const { fnArray, argsArray } = await page.getOperatorList()
      const fonts = new Set(
        argsArray.filter((_, index) => fnArray[index] === OPS.setFont).map((args: [string]) => args[0]),
      )
      expect(fonts.size).toBeGreaterThan(1)
      for (const font of fonts) expect(page.commonObjs.get(font)).toMatchObject({ missingFile: false })
    }
  })

  test('the same contents give the same bytes, from whatever shelf', async () => {
    expect(Buffer.compare(await pdfOf(sample), bytes)).toBe(0)
  })
})

type StructureNode = Awaited<ReturnType<PDFPageProxy['getStructTree']>>
type Child = StructureNode['children'][number]

const isNode = (child: Child): child is StructureNode => 'children' in child
const nodesOf = (node: StructureNode, role: string): StructureNode[] => [
  ...(node.role === role ? [node] : []),
  ...node.children.filter(isNode).flatMap((child) => nodesOf(child, role)),
]
const contentsOf = (node: StructureNode): string[] =>
  node.children.flatMap((child) => (isNode(child) ? contentsOf(child) : [child.id]))

/** A page as who hears it knows it: what stands in each piece of content, and what stands in none. */
const heard = async (
  document: PDFDocumentProxy,
  number: number,
): Promise<{ tree: StructureNode; texts: Map<string, string>; outside: string }> => {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const texts = new Map<string, string>()
  const marks: (string | null)[] = []
  let outside = ''
  for (const item of items) {
    if ('str' in item) {
      const id = marks.findLast((mark) => mark !== null)
      if (id === undefined) outside += item.str
      else texts.set(id, (texts.get(id) ?? '') + item.str)
    } else if (item.type === 'endMarkedContent') marks.pop()
    else marks.push(item.type === 'beginMarkedContentProps' ? item.id : null)
  }
  return { tree: await page.getStructTree(), texts, outside }
}

describe('report.pdf, heard and not seen', () => {
  test('its title and sections are headings, in their order', async () => {
    const document = await open(bytes)
    const headings: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const { tree, texts } = await heard(document, number)
      for (const role of ['H1', 'H2'])
        for (const node of nodesOf(tree, role))
          headings.push(
            `${role} ${contentsOf(node)
              .map((id) => texts.get(id) ?? '')
              .join('')
              .trim()}`,
          )
    }
    expect(headings).toEqual([
      'H1 Mule account network at Łódź branch',
      'H2 1 Facts',
      'H2 2 People',
      'H2 3 Timeline',
      'H2 4 Evidence',
      'H2 5 Custody',
      'H2 6 What this copy does not show',
      'H2 7 Seal',
      'H2 8 How to verify',
    ])
  })

  test('all that a page says belongs to one piece of it, but what each page repeats', async () => {
    const document = await open(bytes)
    for (let number = 1; number <= document.numPages; number += 1) {
      const { tree, texts, outside } = await heard(document, number)
      expect(contentsOf(tree).toSorted()).toEqual([...texts.keys()].toSorted())
      expect(holds(outside, `Page ${number} of ${document.numPages}`)).toBe(true)
      expect(holds([...texts.values()].join(''), `Page ${number} of`)).toBe(false)
    }
  })

  test('a head of a table that a page repeats is heard once', async () => {
    const document = await open(bytes)
    const heads: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const { tree, texts } = await heard(document, number)
      for (const node of nodesOf(tree, 'TH')) heads.push(...contentsOf(node).map((id) => (texts.get(id) ?? '').trim()))
    }
    expect(heads.filter((head) => head === 'What happened')).toHaveLength(2)
  })

  test('each row of the timeline has its four cells', async () => {
    const document = await open(bytes)
    const rows: string[][] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const { tree, texts } = await heard(document, number)
      for (const row of nodesOf(tree, 'TR'))
        rows.push(
          nodesOf(row, 'TD').map((cell) =>
            contentsOf(cell)
              .map((id) => texts.get(id) ?? '')
              .join(''),
          ),
        )
    }
    const { timeline } = reportOf(sample)
    for (const { number, date, time, id } of timeline) {
      const row = rows.find(([key, when]) => key?.trim() === String(number) && packed(when ?? '') === `${date}${time}`)
      expect(row).toHaveLength(4)
      expect(holds(row?.[3] ?? '', `id ${id}`)).toBe(true)
    }
  })
})

describe.skipIf(!existsSync('/usr/bin/pdftotext'))('report.pdf, read by poppler', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-report-'))
  const file = path.join(folder, 'report.pdf')
  writeFileSync(file, bytes)
  afterAll(() => rmSync(folder, { recursive: true }))

  let text = ''
  beforeAll(() => {
    text = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).replaceAll(/[\u202a-\u202e]/gu, '')
  })

  test.each(Object.entries(namesByScript))('the name in %s stands in it in logical order', (_, name) => {
    expect(holds(text, name)).toBe(true)
  })

  test('heard by its structure, its words stay parted where a line ends', () => {
    expect(execFileSync('pdfinfo', ['-struct-text', file], { encoding: 'utf8' })).toContain(
      'opened the case, owned the case, changed the status, acquired evidence',
    )
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
    const document = await open(
      await pdfOf(caseWith((one) => one.seal({ type: 'note.added', withheld: { text: lines.join('\n') } }))),
    )
    const text = await textOf(document)
    expect(lines.filter((line) => !holds(text, line))).toEqual([])
  })

  test('a name of a thousand letters without a space wraps and stays whole', async () => {
    const name = `${'x'.repeat(500)}${'ß'.repeat(490)}.end`
    const document = await open(await pdfOf(caseWith((one) => one.acquire(name))))
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent()
      for (const item of items)
        if ('str' in item) expect(((item.transform as number[])[4] as number) + item.width).toBeLessThan(595.28 - 40)
    }
    expect(holds(await textOf(document), 'ß'.repeat(20))).toBe(true)
  })

  test('a character that no font has stands as its code point', async () => {
    const document = await open(
      await pdfOf(caseWith((one) => one.seal({ type: 'note.added', withheld: { text: 'Smile \u{1f600} here' } }))),
    )
    expect(holds(await textOf(document), 'Smile [U+1F600] here')).toBe(true)
  })

  test('right-to-left text keeps its numbers, brackets and neighbours in place', async () => {
    const document = await open(
      await pdfOf(caseWith((one) => one.seal({ type: 'note.added', withheld: { text: 'חשבון 4711 (סגור) ACME' } }))),
    )
    const text = await textOf(document)
    expect(['חשבון', '4711', 'סגור', 'ACME'].filter((part) => !holds(text, part))).toEqual([])
  })

  test('a case with nothing but its opening has a report', async () => {
    const document = await open(await pdfOf(caseWith(() => {})))
    expect(holds(await textOf(document), 'The case has no evidence.')).toBe(true)
  })
})
