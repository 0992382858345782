import type { Encoding } from '../../shared/text/encoding.ts'
import { ReadError, type Piece, type Show } from '../connect.ts'
import { bytesText, choice, element, toolbar } from '../dom.ts'
import { goField } from '../hex/hexView.ts'
import { createBlocks } from '../rows/blocks.ts'
import { createRowScroller } from '../rows/rowScroller.ts'
import { number, word } from '../words.ts'
import { detectEncoding, headBytes } from './detect.ts'
import { anchorRows, createRowIndex, overhang, rowsOfBlock, type RowIndex } from './rowScan.ts'
import { visibleNodes } from './visibleNodes.ts'

/** Lines are counted up to here; what lies behind is looked at as hex. */
const indexedMax = 4_000_000_000
const chunkBytes = 4 * 1_048_576

const encodings: readonly (readonly [Encoding, string])[] = [
  ['utf-8', 'UTF-8'],
  ['utf-16le', 'UTF-16 LE'],
  ['utf-16be', 'UTF-16 BE'],
  ['windows-1252', 'Windows-1252'],
]

const isEncoding = (value: string): value is Encoding => encodings.some(([name]) => name === value)

/** Reads the file once from end to end, one piece ahead, and grows the index with it. */
const growIndex = async (
  piece: Piece,
  index: RowIndex,
  from: number,
  signal: AbortSignal,
  grown: () => void,
): Promise<void> => {
  const end = Math.min(piece.file.size, indexedMax)
  const chunkAt = (offset: number): Promise<Uint8Array> => piece.read(offset, Math.min(chunkBytes, end - offset))
  let coming = from < end ? chunkAt(from) : null
  for (let offset = from; coming !== null && !signal.aborted;) {
    const bytes = await coming
    offset += bytes.length
    coming = offset < end ? chunkAt(offset) : null
    // A step that fails while this one is worked on is heard of when its turn comes.
    coming?.catch(() => undefined)
    index.push(bytes)
    grown()
  }
}

type TextPane = { readonly element: HTMLElement; goToLine(line: number): boolean; close(): void }

const createPane = (piece: Piece, encoding: Encoding, bomBytes: number, facts: HTMLElement): TextPane => {
  const index = createRowIndex(encoding, bomBytes)
  const closed = new AbortController()
  const failed = (error: unknown): void => {
    if (!closed.signal.aborted) piece.failed(error instanceof ReadError ? 'unreadable' : 'broken')
  }
  const blocks = createBlocks(
    async (key) => {
      const block = index.block(key)
      if (block === undefined) return { end: 0, rows: [] }
      const length = block.end - block.offset
      return {
        end: block.end,
        rows: rowsOfBlock(await piece.read(block.offset, length + overhang), length, block, encoding),
      }
    },
    {
      changed: () => {
        scroller.refresh()
        piece.shown()
      },
      failed,
    },
    32,
  )
  const render = (row: number): HTMLElement | null => {
    const key = Math.floor(row / anchorRows)
    const found = blocks.get(key)?.rows[row % anchorRows]
    if (found === undefined) return null
    return element(
      'div',
      { class: 'row text-row' },
      element('span', { class: 'text-number', 'aria-hidden': 'true' }, found.line === null ? '↪' : String(found.line)),
      element('span', { class: 'text-line', dir: 'auto' }, ...visibleNodes(found.text)),
    )
  }
  const scroller = createRowScroller({
    label: word('text'),
    rowHeight: 20,
    source: { count: () => index.rows(), render },
  })
  const { size } = piece.file
  const tell = (): void => {
    const count = number(index.lines())
    const whole = index.size() >= size
    const cut = !whole && index.size() >= indexedMax
    facts.textContent = whole
      ? word('lines', { count })
      : cut
        ? word('linesCut', { count, size: bytesText(indexedMax) })
        : word('linesSoFar', { count, percent: Math.floor((100 * index.size()) / size) })
  }
  let lastBlock = 0
  const start = async (): Promise<void> => {
    await growIndex(piece, index, bomBytes, closed.signal, () => {
      if (closed.signal.aborted) return
      // A block that was read when the file was known only up to its middle is read again.
      const last = Math.floor(index.rows() / anchorRows)
      for (const key of [lastBlock, last])
        if (blocks.has(key, (block) => block.end !== index.block(key)?.end)) blocks.forget(key)
      lastBlock = last
      scroller.element.style.setProperty('--number-width', `${Math.max(4, String(index.lines()).length) + 1}ch`)
      scroller.update()
      tell()
    })
  }
  start().catch(failed)
  return {
    element: scroller.element,
    goToLine(line) {
      if (!Number.isSafeInteger(line) || line < 1 || line > index.lines()) return false
      const key = index.blockOfLine(line)
      blocks.load(key).then(({ rows }) => {
        const within = rows.findIndex((row) => row.line === line)
        scroller.goTo(key * anchorRows + Math.max(0, within))
      }, failed)
      return true
    },
    close: () => closed.abort(),
  }
}

/** A text of any size: only what is in view is decoded, while its lines are counted in the background. */
export const showText: Show = async (stage, piece) => {
  const { size } = piece.file
  const head = await piece.read(0, headBytes)
  const found = detectEncoding(head, size <= head.length)
  const facts = element('span', { class: 'bar-facts', role: 'status' })
  const paneFor = (encoding: Encoding): TextPane =>
    createPane(piece, encoding, encoding === found.encoding ? found.bomBytes : 0, facts)
  let pane = paneFor(found.encoding)
  const picker = choice(word('encoding'), encodings, found.encoding, (value) => {
    if (!isEncoding(value)) return
    pane.close()
    const next = paneFor(value)
    pane.element.replaceWith(next.element)
    pane = next
  })
  const field = goField(word('goToLine'), word('goToLine'), (typed) =>
    pane.goToLine(Number(typed.replaceAll(/[\s.,_]/g, '') || Number.NaN)),
  )
  stage.append(toolbar(word('textTools'), picker, field, facts), pane.element)
  if (size > found.bomBytes) return
  pane.element.replaceWith(element('p', { class: 'empty' }, word('empty')))
  piece.shown()
}
