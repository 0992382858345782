import { encodingNames } from '../../../../../../shared/text/encoding-names.ts'
import { createTextReader } from '../../../../../domain/imports/encoding.ts'
import { encodingOfCharset, encodingOfPage } from './code-pages.ts'
import { rtfTokens, type RtfToken } from './tokens.ts'
import { infoNames, keptDestinations, shownDestinations, signs, silentDestinations, symbols } from './words.ts'

/** Part of what an RTF document says: its text, what it says of itself, where it leads, or that something is in it. */
export type RtfFound =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'info'; readonly name: string; readonly text: string }
  | { readonly kind: 'link'; readonly address: string }
  | { readonly kind: 'object' }

/** What holds within a group (RTF 1.9.1, "Group"). */
interface Group {
  /** The destination that takes the text; null: it is left out. */
  goesTo: string | null
  /** How many signs stand behind a code unit of Unicode, for readers that do not know it. */
  fallback: number
  /** Undefined: that of the document. */
  encoding: string | undefined
  /** Whether what follows is there for readers without HTML alone (MS-OXRTFEX 2.1.3.1.3). */
  isForRtf: boolean
}

const togetherMax = 1_000
const depthMax = 10_000
const heldMax = 10_000

const decode = (bytes: string, encoding: string): string => {
  const reader = createTextReader(encodingNames.find((one) => one === encoding) ?? 'windows-1252')
  return reader.push(Buffer.from(bytes, 'latin1')) + reader.end()
}

/** The state of a reading, token by token. */
class RtfReader {
  readonly #outer: Group[] = []
  readonly #fonts = new Map<number, string>()
  readonly #aside = new Map<string, string>()
  #group: Group = { goesTo: null, fallback: 1, encoding: undefined, isForRtf: false }
  #page = 'windows-1252'
  #font = 0
  #text = ''
  #bytes = ''
  #toSkip = 0
  #isOptional = false
  #found: RtfFound[] = []

  take(token: RtfToken): readonly RtfFound[] {
    const wasOptional = this.#isOptional
    if (token.kind === 'bytes') this.#addBytes(token.bytes)
    else {
      this.#flush()
      if (token.kind === 'word') this.#word(token.word, token.number)
      else if (token.kind === 'symbol') this.#symbol(token.char)
      else if (token.kind === 'open') this.#open()
      else this.#close()
    }
    if (wasOptional) this.#isOptional = false
    return this.#told()
  }

  end(): readonly RtfFound[] {
    this.#flush()
    if (this.#text !== '') this.#found.push({ kind: 'text', text: this.#text })
    return this.#told()
  }

  #told(): readonly RtfFound[] {
    const told = this.#found
    if (told.length > 0) this.#found = []
    return told
  }

  #addBytes(bytes: string): void {
    this.#bytes += bytes.slice(this.#toSkip)
    this.#toSkip = Math.max(0, this.#toSkip - bytes.length)
    if (this.#bytes.length >= heldMax) this.#flush()
  }

  #flush(): void {
    if (this.#bytes === '') return
    this.#put(decode(this.#bytes, this.#group.encoding ?? this.#page))
    this.#bytes = ''
  }

  #put(chars: string): void {
    const { goesTo, isForRtf } = this.#group
    if (goesTo === null || isForRtf) return
    if (goesTo !== 'text') {
      this.#aside.set(goesTo, `${this.#aside.get(goesTo) ?? ''}${chars}`.slice(0, heldMax))
      return
    }
    this.#text += chars
    if (this.#text.length < togetherMax || (chars !== '\n' && this.#text.length < heldMax)) return
    this.#found.push({ kind: 'text', text: this.#text })
    this.#text = ''
  }

  #open(): void {
    if (this.#outer.length >= depthMax) throw new Error(`it is nested deeper than ${depthMax} groups`)
    this.#outer.push(this.#group)
    this.#group = { ...this.#group }
    this.#toSkip = 0
  }

  #close(): void {
    const { goesTo } = this.#group
    this.#group = this.#outer.pop() ?? this.#group
    this.#toSkip = 0
    if (goesTo === null || goesTo === this.#group.goesTo) return
    const said = this.#aside.get(goesTo) ?? ''
    this.#aside.delete(goesTo)
    const name = infoNames.get(goesTo)
    if (name !== undefined) this.#found.push({ kind: 'info', name, text: said })
    const address = goesTo === 'fldinst' ? /HYPERLINK\s+"?([^"\s]{1,300})/u.exec(said)?.[1] : undefined
    if (address !== undefined) this.#found.push({ kind: 'link', address })
  }

  #symbol(char: string): void {
    if (char === '*') this.#isOptional = true
    else this.#put(symbols.get(char) ?? '')
  }

  #word(word: string, number: number): void {
    if (word === 'u') {
      this.#put(String.fromCharCode(number & 0xffff))
      this.#toSkip = this.#group.fallback
      return
    }
    this.#toSkip = 0
    const sign = signs.get(word)
    if (sign !== undefined) this.#put(sign)
    else if (!this.#isDestination(word)) this.#property(word, number)
  }

  /** Whether a word says where the text of its group goes. */
  #isDestination(word: string): boolean {
    if (shownDestinations.has(word)) this.#group.goesTo = 'text'
    else if (keptDestinations.has(word)) this.#group.goesTo = word
    else if (silentDestinations.has(word) || this.#isOptional) this.#group.goesTo = null
    else return false
    if (word === 'object') this.#found.push({ kind: 'object' })
    return true
  }

  #property(word: string, number: number): void {
    const group = this.#group
    if (word === 'ansicpg') this.#page = encodingOfPage(number)
    else if (word === 'uc') group.fallback = Math.max(0, number)
    else if (word === 'htmlrtf') group.isForRtf = number !== 0
    else if (word === 'fcharset') this.#fonts.set(this.#font, encodingOfCharset(number) ?? this.#page)
    else if (word === 'f' && group.goesTo === 'fonttbl') this.#font = number
    else if (word === 'f') group.encoding = this.#fonts.get(number)
  }
}

/** Reads the text of an RTF document, whose bytes are given as Latin-1. Nothing in it is carried out or fetched. */
export function* rtfFound(rtf: string): Generator<RtfFound> {
  const reader = new RtfReader()
  try {
    for (const token of rtfTokens(rtf)) yield* reader.take(token)
  } catch (error) {
    yield* reader.end()
    throw error
  }
  yield* reader.end()
}
