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
}

interface OpenNode extends XmlNode {
  readonly children: XmlNode[]
  text: string
}

const attributesMax = 200
const strayTextMax = 4_096

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Makes a reader of records. It takes no document type: entities of one's own (bombs, files, addresses) cannot be
 * declared, so none is resolved. Depth, elements, attributes and text of a record are bounded; what stands between
 * records is dropped. Throws a ListFault where the document is not well-formed, passes a bound, or is cut off.
 */
export const createXmlRecords = ({ records, onElement, onText }: XmlRecordOptions): XmlRecords => {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const path: string[] = []
  const open: OpenNode[] = []
  let done: XmlRecord[] = []
  let attributes = new Map<string, string>()
  let elements = 0
  let units = 0
  let stray = ''
  let began = 1
  // Where in the text something was last told of: a value that goes on and on is kept by the parser meanwhile.
  let toldAt = 0

  const told = (): void => {
    toldAt = parser.position
  }
  const count = (length: number): void => {
    units += length
    if (units > listLimits.record)
      throw new ListFault(
        `holds a record of more than ${listLimits.record / 1_048_576} MiB in line ${parser.line}: no entry is as long`,
      )
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
    if (open.length > 0) count(value.length)
  })
  parser.on('opentag', ({ name }) => {
    told()
    path.push(local(name))
    if (path.length > listLimits.depth)
      throw new ListFault(`is nested deeper than ${listLimits.depth} elements in line ${parser.line}`)
    const where = open.length > 0 ? '' : path.join('/')
    if (open.length > 0 || records.has(where)) {
      if (open.length === 0) {
        began = parser.line
        elements = 0
        units = 0
      }
      elements += 1
      if (elements > listLimits.elements)
        throw new ListFault(`holds a record of more than ${listLimits.elements} elements in line ${parser.line}`)
      open.push({ name: local(name), attributes, children: [], text: '' })
    } else {
      stray = ''
      onElement?.(where, attributes)
    }
  })
  const text = (piece: string): void => {
    told()
    const top = open.at(-1)
    if (top === undefined) {
      if (onText !== undefined && stray.length < strayTextMax) stray += piece.slice(0, strayTextMax)
      return
    }
    count(piece.length)
    top.text += piece
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', () => {
    told()
    const node = open.pop()
    if (node === undefined) {
      if (stray.trim() !== '') onText?.(path.join('/'), stray.trim())
      stray = ''
    } else {
      const parent = open.at(-1)
      if (parent === undefined) done.push({ path: path.join('/'), node, line: began })
      else parent.children.push(node)
    }
    path.pop()
  })

  const take = (): readonly XmlRecord[] => {
    const taken = done
    done = []
    return taken
  }
  return {
    push: (piece) => {
      parser.write(piece)
      if (parser.position - toldAt > listLimits.record)
        throw new ListFault(
          `holds a text, attribute or comment of more than ${listLimits.record / 1_048_576} MiB near line ${parser.line}`,
        )
      return take()
    },
    end: () => {
      if (path.length > 0) throw new ListFault(`is cut off: <${path.at(-1)}> in line ${parser.line} is not closed`)
      parser.close()
      return take()
    },
  }
}
