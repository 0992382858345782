import type { DocumentPart } from './parts.ts'

/** What tells a reader that does not see the pages which text is a heading, a paragraph, or a cell under which head. */
export interface Structure {
  /** Paints into a part. It stands within the part that is being painted into when it is first painted. */
  readonly into: (part: DocumentPart, paint: () => void) => void
  /** Paints what is no content: rules, and what each page repeats. */
  readonly artifact: (paint: () => void) => void
  /** Must be called before anything is painted: opens the mark of the present part where it is not open. */
  readonly mark: () => void
  /** Must be called before a page ends: marks do not reach over pages. */
  readonly closeMark: () => void
  /** Nothing more is painted into a part: it is written, and no longer kept. */
  readonly done: (part: DocumentPart) => void
}

/** A head stands for what is below it. */
const scope: object = { scope: 'Column' }

/** A part that is in the document's tree. */
interface Placed {
  readonly element: PDFKit.PDFStructureElement
  readonly role: string
}

/** Begins the structure tree of a document (ISO 32000-1, 14.7 and 14.8): before its first page. */
export const openStructure = (doc: PDFKit.PDFDocument): Structure => {
  const root: Placed = { element: doc.struct('Document'), role: 'Document' }
  doc.addStructure(root.element)
  const placed = new WeakMap<DocumentPart, Placed>()
  // Null: what is no content.
  let current: Placed | null = root
  let marked: Placed | null | undefined

  const begin = (part: DocumentPart, within: Placed): Placed => {
    const element = doc.struct(part.role, part.role === 'TH' ? scope : {})
    // PDFKit has no name for this attribute (ISO 32000-1, table 349).
    if (part.columns > 1)
      Object.assign((element as unknown as { dictionary: { data: { A: object } } }).dictionary.data.A, {
        ColSpan: part.columns,
      })
    within.element.add(element)
    const begun = { element, role: part.role }
    placed.set(part, begun)
    return begun
  }
  const within = (inner: Placed | null, paint: () => void): void => {
    const outer = current
    current = inner
    paint()
    current = outer
  }
  const closeMark = (): void => {
    if (marked !== undefined) doc.endMarkedContent()
    marked = undefined
  }
  return {
    into: (part, paint) => within(current === null ? null : (placed.get(part) ?? begin(part, current)), paint),
    artifact: (paint) => within(null, paint),
    mark: () => {
      if (marked === current) return
      closeMark()
      if (current === null) doc.markContent('Artifact')
      else current.element.add(doc.markStructureContent(current.role))
      marked = current
    },
    closeMark,
    done: (part) => placed.get(part)?.element.end(),
  }
}
