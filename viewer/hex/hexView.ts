import { ReadError, type Show } from '../connect.ts'
import { element, toolbar } from '../dom.ts'
import { createBlocks } from '../rows/blocks.ts'
import { createRowScroller } from '../rows/rowScroller.ts'
import { number, word } from '../words.ts'
import { hexRow, offsetDigits, readOffset, rowBytes } from './hexRow.ts'

const blockBytes = 65_536

/** A field of the toolbar that goes somewhere on Enter; what it cannot go to is marked and said. */
export const goField = (label: string, hint: string, go: (typed: string) => boolean): HTMLInputElement => {
  const field = element('input', {
    type: 'text',
    placeholder: label,
    'aria-label': label,
    title: hint,
    spellcheck: 'false',
    autocomplete: 'off',
    size: 14,
  })
  field.addEventListener('input', () => field.removeAttribute('aria-invalid'))
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    if (!go(field.value)) field.setAttribute('aria-invalid', 'true')
  })
  return field
}

/** Any file of any size, as bytes: offset, hexadecimal, ASCII. Only what is in view is read. */
export const showHex: Show = (stage, piece) => {
  const { size } = piece.file
  const width = offsetDigits(size)
  const blocks = createBlocks((block) => piece.read(block * blockBytes, blockBytes), {
    changed: () => {
      scroller.refresh()
      piece.shown()
    },
    failed: (error) => piece.failed(error instanceof ReadError ? 'unreadable' : 'broken'),
  })
  const render = (index: number): HTMLElement | null => {
    const at = index * rowBytes
    const block = blocks.get(Math.floor(at / blockBytes))
    if (block === null) return null
    const row = hexRow(block.subarray(at % blockBytes, (at % blockBytes) + rowBytes), at, width)
    return element(
      'div',
      { class: 'row hex-row' },
      element('span', { class: 'hex-offset' }, row.offset),
      element('span', { class: 'hex-bytes' }, row.left),
      element('span', { class: 'hex-bytes' }, row.right),
      element('span', { class: 'hex-ascii' }, row.ascii),
    )
  }
  const scroller = createRowScroller({
    label: word('hex'),
    rowHeight: 20,
    source: { count: () => Math.ceil(size / rowBytes), render },
  })
  const field = goField(word('goToOffset'), word('offsetHint'), (typed) => {
    const offset = readOffset(typed, size)
    if (offset === null) return false
    scroller.goTo(Math.floor(offset / rowBytes))
    return true
  })
  stage.append(
    toolbar(word('hexTools'), field, element('span', { class: 'bar-facts' }, word('bytes', { count: number(size) }))),
    scroller.element,
  )
  if (size === 0) {
    scroller.element.replaceWith(element('p', { class: 'empty' }, word('empty')))
    piece.shown()
  }
}
