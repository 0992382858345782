import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PassageStep, TextLack } from '../../../../../domain/evidence/passage.ts'
import { heldSource } from '../../byte-source.ts'
import { pagesMax } from '../../limits.ts'
import type { ReaderMessage } from '../../messages.ts'
import { lackOf, type TextPart } from '../../part.ts'
import { openPdf } from './open-pdf.ts'

/** So many pages in a row that cannot be read are the end of what can. */
const brokenMax = 100

const told = ['Title', 'Author', 'Subject', 'Keywords'] as const

/** What a document says of itself. */
async function* infoOf(document: PDFDocumentProxy, way: readonly PassageStep[]): AsyncGenerator<ReaderMessage> {
  const { info } = await document.getMetadata()
  for (const name of told) {
    const text: unknown = Reflect.get(info, name)
    if (typeof text === 'string' && text.trim() !== '') yield { way: [...way, { kind: 'header', name }], text }
  }
}

const drawnText = async (page: PDFPageProxy): Promise<string> => {
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
}

const textIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textIn)
  return []
}

/** Notes on a page, and what its fields are filled in with. */
const notedText = async (page: PDFPageProxy): Promise<readonly string[]> =>
  (await page.getAnnotations({ intent: 'display' })).flatMap((note: Readonly<Record<string, unknown>>) => {
    const contents = note['contentsObj']
    return [
      ...textIn(note['fieldValue']),
      ...(contents instanceof Object && 'str' in contents ? textIn(contents.str) : []),
    ]
  })

const textOfPage = async (document: PDFDocumentProxy, number: number): Promise<string> => {
  const page = await document.getPage(number)
  try {
    return [await drawnText(page), ...(await notedText(page))].filter((text) => text.trim() !== '').join('\n')
  } finally {
    page.cleanup()
  }
}

/** Pages in a row that give no text for the same reason, told as one. */
const createRuns = (way: readonly PassageStep[], all: number) => {
  let first = 0
  let pages = 0
  let broken: string | null = null
  const end = (): ReaderMessage[] => {
    if (pages === 0) return []
    const lack: TextLack =
      broken === null
        ? { kind: 'scan', pages }
        : { kind: 'damaged', message: `${pages === 1 ? 'this page' : `${pages} pages`} cannot be read: ${broken}` }
    const isWhole = pages === all
    pages = 0
    return [{ way: isWhole ? way : [...way, { kind: 'page', number: first }], lack }]
  }
  return {
    /** How many pages in a row could not be read. */
    broken: (): number => (broken === null ? 0 : pages),
    end,
    add: (number: number, fault: string | null): ReaderMessage[] => {
      const ended = broken === fault ? [] : end()
      if (pages === 0) first = number
      broken = fault
      pages += 1
      return ended
    },
  }
}

async function* pagesOf(document: PDFDocumentProxy, way: readonly PassageStep[]): AsyncGenerator<ReaderMessage> {
  const runs = createRuns(way, document.numPages)
  const last = Math.min(document.numPages, pagesMax)
  for (let number = 1; number <= last; number += 1) {
    const at: readonly PassageStep[] = [...way, { kind: 'page', number }]
    let text = ''
    try {
      text = await textOfPage(document, number)
    } catch (error) {
      const lack = lackOf(error)
      yield* runs.add(number, lack.kind === 'damaged' ? lack.message : lack.kind)
      if (runs.broken() < brokenMax) continue
      yield* runs.end()
      yield { way: at, lack: { kind: 'damaged', message: `no page is read behind ${brokenMax} that cannot be read` } }
      return
    }
    if (text === '') yield* runs.add(number, null)
    else {
      yield* runs.end()
      yield { way: at, text }
    }
  }
  yield* runs.end()
  if (document.numPages > pagesMax)
    yield { way, lack: { kind: 'too_large', limit: `${pagesMax.toLocaleString('en')} pages` } }
}

/** Files that are attached to the document. */
async function* attachedTo(document: PDFDocumentProxy, { way, within }: TextPart): AsyncGenerator<ReaderMessage> {
  for (const [id, { filename }] of (await document.getAttachments()) ?? []) {
    const step: PassageStep = { kind: 'attachment', name: filename }
    try {
      const content: unknown = await document.getAttachmentContent(id)
      if (content instanceof Uint8Array) yield* within(step, heldSource(content))
      else yield { way: [...way, step], lack: { kind: 'damaged', message: 'it has no content' } }
    } catch (error) {
      yield { way: [...way, step], lack: lackOf(error) }
    }
  }
}

/**
 * Reads a PDF: what it says of itself, then each page in the order in which the document draws it, with its notes and
 * fields, then what is attached to it. Pages without text are told as scans.
 */
export async function* readPdf(part: TextPart): AsyncGenerator<ReaderMessage> {
  const document = await openPdf(part)
  try {
    yield* infoOf(document, part.way)
    yield* pagesOf(document, part.way)
    yield* attachedTo(document, part)
  } finally {
    await document.loadingTask.destroy()
  }
}
