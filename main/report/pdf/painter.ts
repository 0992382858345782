import PDFDocument from 'pdfkit'
import { escapeHtml } from '../html/markup.ts'
import type { DocumentPart } from './parts.ts'
import type { StyledRun } from './runs.ts'
import { openStructure } from './structure.ts'

/**
 * What pages are painted with. Places are in points from the top left corner of the page; a text stands on its
 * baseline.
 */
export interface Painter {
  /**
   * What is painted in there is read as this part; it stands within the part that is being painted into when it is
   * first painted.
   */
  readonly into: (part: DocumentPart, paint: () => void) => void
  /** What is painted in there is no content: what each page repeats. */
  readonly artifact: (paint: () => void) => void
  /** Nothing more is painted into a part. */
  readonly done: (part: DocumentPart) => void
  readonly page: () => void
  readonly run: (run: StyledRun, x: number, baseline: number) => void
  /** A filled box; a thin one is a rule. */
  readonly fill: (x: number, y: number, width: number, height: number, color: string) => void
  /** An entry of the document's outline that leads to the present page. */
  readonly outline: (title: string) => void
}

/** Paints nothing: for counting the pages. */
export const blindPainter: Painter = {
  into: (_, paint) => paint(),
  artifact: (paint) => paint(),
  done: () => {},
  page: () => {},
  run: () => {},
  fill: () => {},
  outline: () => {},
}

export const pageWidth = 595.28
export const pageHeight = 841.89

/** A document that is painted, and read while it is. */
export interface PaintedDocument extends Painter {
  /** The bytes that are ready; they are not kept. */
  readonly take: () => Uint8Array[]
  readonly end: () => void
}

const slant = 12

/** What a document says of itself. */
export interface DocumentInfo {
  readonly title: string
  readonly author: string
  readonly subject: string
  readonly softwareVersion: string
  /** Unix milliseconds: its own date. */
  readonly dateMs: number
}

/**
 * PDFKit writes what a document says of itself into XML as it stands: a title with `&` or `<` would break it, or say
 * something else.
 */
const escapeMetadata = (doc: PDFKit.PDFDocument): void => {
  const writing = doc as unknown as { info: Record<string, unknown>; endMetadata: () => void }
  const endMetadata = writing.endMetadata.bind(doc)
  writing.endMetadata = () => {
    writing.info = Object.fromEntries(
      Object.entries(writing.info).map(([name, value]) => [
        name,
        typeof value === 'string' ? escapeHtml(value) : value,
      ]),
    )
    endMetadata()
  }
}

/** Opens a tagged PDF document whose bytes follow from what is painted alone. */
export const openDocument = ({ title, author, subject, softwareVersion, dateMs }: DocumentInfo): PaintedDocument => {
  const date = new Date(dateMs)
  const info = {
    Title: title,
    Author: author,
    Subject: subject,
    Creator: `Fieldseal ${softwareVersion}`,
    Producer: 'Fieldseal, PDFKit',
    CreationDate: date,
    ModDate: date,
  }
  const doc = new PDFDocument({
    autoFirstPage: false,
    size: [pageWidth, pageHeight],
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    tagged: true,
    fontLayoutCache: false,
    info,
  })
  escapeMetadata(doc)
  const structure = openStructure(doc)
  const registered = new Set<string>()
  // The colour that the page has: naming it again for each run would double the size of a page.
  let color: string | null = null
  const useColor = (wanted: string): void => {
    if (color !== wanted) doc.fillColor(wanted)
    color = wanted
  }
  const useFont = ({ face, style }: StyledRun): void => {
    if (!registered.has(face.key)) doc.registerFont(face.key, face.source as unknown as string)
    registered.add(face.key)
    doc.font(face.key).fontSize(style.size)
    useColor(style.color)
  }
  return {
    into: structure.into,
    artifact: structure.artifact,
    done: structure.done,
    page: () => {
      structure.closeMark()
      doc.addPage()
      color = null
    },
    run: (run, x, baseline) => {
      structure.mark()
      useFont(run)
      const options = {
        lineBreak: false,
        baseline: 'alphabetic',
        features: [],
        textWidth: run.width,
        wordCount: 1,
        ...(run.style.slanted ? { oblique: slant } : {}),
      } as const
      if (run.level % 2 === 1) doc.markContent('ReversedChars')
      doc.text(run.text, x, baseline, options as unknown as PDFKit.Mixins.TextOptions)
      if (run.level % 2 === 1) doc.endMarkedContent()
    },
    fill: (x, y, width, height, wanted) => {
      structure.artifact(() => {
        structure.mark()
        useColor(wanted)
        doc.rect(x, y, width, height).fill()
      })
    },
    outline: (text) => {
      doc.outline.addItem(text)
    },
    take: () => {
      const chunks: Uint8Array[] = []
      for (let chunk = doc.read() as Buffer | null; chunk !== null; chunk = doc.read() as Buffer | null)
        chunks.push(chunk)
      return chunks
    },
    end: () => {
      structure.closeMark()
      doc.end()
    },
  }
}
