import { SaxesParser } from 'saxes'
import { listLimits } from '../../../../shared/schema/lists.ts'
import { ListFault } from '../fault.ts'
import type { XmlNode } from './node.ts'

/** A record of a document: an element that was asked for, whole. */
export interface XmlRecord {
  /** The names of the elements from the root to it, with slashes between. */
  readonly path: string
  readonly node: XmlNode
  /** 1-based line of the text where it begins. */
  readonly line: number
}

/** Reads the records of an XML document as its text comes. */
export interface XmlRecords {
  push(text: string): readonly XmlRecord[]
  end(): readonly XmlRecord[]
}

export interface XmlRecordOptions {
  /** Paths of the elements that are records. */
  readonly records: ReadonlySet<string>
  /** Told of each element outside of records, the root first, with its attributes. */
  readonly onElement?: (path: string, attributes: ReadonlyMap<string, string>) => void
  /** Told of the text in each element outside of records that has no elements of its own, when it ends. */
  readonly onText?: (path: string, text: string) => void
  /** Told of each record when it ends, in its order among what the others are told of; none is answered then. */
  readonly onRecord?: (record: XmlRecord) => void
}

interface OpenNode extends XmlNode {
  readonly children: XmlNode[]
  text: string
}

const attributesMax = 200
const strayTextMax = 4_096

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The record that is being read, within its bounds, and those that are whole. */
class OpenRecord {
  readonly #open: OpenNode[] = []
  #done: XmlRecord[] = []
  #elements = 0
  #units = 0
  #began = 1

  get isOpen(): boolean {
    return this.#open.length > 0
  }

  /** Opens an element, of which the first is the record itself. */
  element(name: string, attributes: ReadonlyMap<string, string>, line: number): void {
    if (!this.isOpen) {
      this.#began = line
      this.#elements = 0
      this.#units = 0
    }
    this.#elements += 1
    if (this.#elements > listLimits.elements)
      throw new ListFault(`holds a record of more than ${listLimits.elements} elements in line ${line}`)
    this.#open.push({ name, attributes, children: [], text: '' })
  }

  /** Counts what an attribute or a text holds. */
  count(length: number, line: number): void {
    this.#units += length
    if (this.#units > listLimits.record)
      throw new ListFault(
        `holds a record of more than ${listLimits.record / 1_048_576} MiB in line ${line}: no entry is as long`,
      )
  }

  text(piece: string, line: number): void {
    const top = this.#open.at(-1)
    if (top === undefined) return
    this.count(piece.length, line)
    top.text += piece
  }

  /** Closes the last element; the record is whole with its own. */
  close(path: () => string): void {
    const node = this.#open.pop()
    if (node === undefined) return
    const parent = this.#open.at(-1)
    if (parent === undefined) this.#done.push({ path: path(), node, line: this.#began })
    else parent.children.push(node)
  }

  take(): readonly XmlRecord[] {
    const taken = this.#done
    this.#done = []
    return taken
  }
}

/**
 * Makes a reader of records. It takes no document type: entities of one's own (bombs, files, addresses) cannot be
 * declared, so none is resolved. Depth, elements, attributes and text of a record are bounded; what stands between
 * records is dropped. Throws a ListFault where the document is not well-formed, passes a bound, or is cut off.
 */
export const createXmlRecords = ({ records, onElement, onText, onRecord }: XmlRecordOptions): XmlRecords => {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const path: string[] = []
  const record = new OpenRecord()
  let attributes = new Map<string, string>()
  let stray = ''
  // Where in the text something was last told of: a value that goes on and on is kept by the parser meanwhile.
  let toldAt = 0

  const told = (): void => {
    toldAt = parser.position
  }

  parser.on('error', (error) => {
    throw new ListFault(`is not well-formed XML: ${error.message.replace(/\.$/u, '').slice(0, 200)}`)
  })
  parser.on('doctype', () => {
    throw new ListFault(
      'declares a document type (DOCTYPE), which is not taken: entities that a file declares are not resolved',
    )
  })
  parser.on('comment', told)
  parser.on('processinginstruction', told)
  parser.on('opentagstart', () => {
    told()
    attributes = new Map()
  })
  parser.on('attribute', ({ name, value }) => {
    told()
    if (attributes.size >= attributesMax)
      throw new ListFault(`has an element with more than ${attributesMax} attributes in line ${parser.line}`)
    attributes.set(local(name), value)
    if (record.isOpen) record.count(value.length, parser.line)
  })
  parser.on('opentag', ({ name }) => {
    told()
    path.push(local(name))
    if (path.length > listLimits.depth)
      throw new ListFault(`is nested deeper than ${listLimits.depth} elements in line ${parser.line}`)
    const where = record.isOpen ? '' : path.join('/')
    if (record.isOpen || records.has(where)) record.element(local(name), attributes, parser.line)
    else {
      stray = ''
      onElement?.(where, attributes)
    }
  })
  const text = (piece: string): void => {
    told()
    if (record.isOpen) record.text(piece, parser.line)
    else if (onText !== undefined && stray.length < strayTextMax) stray += piece.slice(0, strayTextMax)
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', () => {
    told()
    if (record.isOpen) {
      record.close(() => path.join('/'))
      if (onRecord !== undefined && !record.isOpen) record.take().forEach(onRecord)
    } else {
      if (stray.trim() !== '') onText?.(path.join('/'), stray.trim())
      stray = ''
    }
    path.pop()
  })

  return {
    push: (piece) => {
      parser.write(piece)
      if (parser.position - toldAt > listLimits.record)
        throw new ListFault(
          `holds a text, attribute or comment of more than ${listLimits.record / 1_048_576} MiB near line ${parser.line}`,
        )
      return record.take()
    },
    end: () => {
      if (path.length > 0) throw new ListFault(`is cut off: <${path.at(-1)}> in line ${parser.line} is not closed`)
      parser.close()
      return record.take()
    },
  }
}
