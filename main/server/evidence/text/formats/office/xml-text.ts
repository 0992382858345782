import { SaxesParser } from 'saxes'
import { PartLack } from '../../part.ts'

/** How the text of a kind of document is taken from its elements, all by their names without prefix. */
export interface XmlRules {
  /** Elements whose own text counts; null: all text. */
  readonly text: ReadonlySet<string> | null
  /** Elements behind which a line ends. */
  readonly lines: ReadonlySet<string>
  /** Elements behind which a cell ends. */
  readonly cells: ReadonlySet<string>
  /** Elements that stand for a character. */
  readonly signs: ReadonlyMap<string, string>
  /** Elements that are left out with all that they hold. */
  readonly skipped: ReadonlySet<string>
}

/** What is told while a document is read. */
export interface XmlHooks {
  /** An element begins; its attributes by their names without prefix. */
  readonly onElement?: (name: string, attributes: ReadonlyMap<string, string>) => void
}

/** Reads the text of an XML document as it comes. */
export interface XmlText {
  /** Takes more of the document, and gives what is complete. */
  push(xml: string): readonly string[]
  end(): readonly string[]
  /** Gives what is there so far, though its lines go on. */
  cut(): string
}

/** Text stands together in about so many code units. */
const togetherMax = 1_000
const depthMax = 1_000

/** What has no lines is cut after so many. */
const unbrokenMax = 65_536

/** A text, attribute or comment that goes on for longer is given up: the parser holds all of it. */
const heldMax = 8_388_608

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Makes a reader of text in XML. It takes no document type: entities of a document's own (bombs, files, addresses)
 * cannot be declared, so none is resolved. Throws where the document is not well-formed.
 */
export const createXmlText = (rules: XmlRules, { onElement }: XmlHooks = {}): XmlText => {
  const parser = new SaxesParser({ xmlns: false })
  const open: string[] = []
  let done: string[] = []
  let text = ''
  let skipping = 0
  // Where in the document something was last told of.
  let toldAt = 0

  const add = (chars: string): void => {
    toldAt = parser.position
    if (skipping > 0 || (rules.text !== null && !rules.text.has(open.at(-1) ?? ''))) return
    text += chars
    if (text.length < unbrokenMax) return
    done.push(text)
    text = ''
  }
  parser.on('error', (error) => {
    throw new Error(`it is not well-formed XML: ${error.message.slice(0, 150)}`)
  })
  parser.on('doctype', () => {
    throw new Error('it declares a document type (DOCTYPE), whose entities are not resolved')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name)
    toldAt = parser.position
    open.push(local)
    if (open.length > depthMax) throw new Error(`it is nested deeper than ${depthMax} elements`)
    if (rules.skipped.has(local)) skipping += 1
    if (skipping > 0) return
    text += rules.signs.get(local) ?? ''
    onElement?.(local, new Map(Object.entries(attributes).map(([key, value]) => [localName(key), value])))
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', ({ name }) => {
    const local = localName(name)
    open.pop()
    if (rules.skipped.has(local)) skipping -= 1
    if (skipping > 0) return
    if (rules.cells.has(local)) text = `${text.endsWith('\n') ? text.slice(0, -1) : text}\t`
    else if (rules.lines.has(local) && text !== '' && !text.endsWith('\n')) text += '\n'
    if (text.length < togetherMax || !rules.lines.has(local)) return
    done.push(text)
    text = ''
  })

  const take = (): readonly string[] => {
    const taken = done
    done = []
    return taken
  }
  const cut = (): string => {
    const taken = [...take(), text].join('')
    text = ''
    return taken
  }
  return {
    push: (xml) => {
      parser.write(xml)
      if (parser.position - toldAt > heldMax)
        throw new PartLack({ kind: 'too_large', limit: `${heldMax / 1_048_576} MiB of one text in XML` })
      return take()
    },
    end: () => {
      parser.close()
      return [cut()]
    },
    cut,
  }
}
