import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { button, element } from '../dom.ts'
import { number, word } from '../words.ts'
import type { PdfPages } from './pages.ts'
import { findOnPage, matchesMax, type PageMatch, type TextRun } from './search.ts'

const runsOf = async (document_: PDFDocumentProxy, page: number): Promise<TextRun[]> => {
  const { items } = await (await document_.getPage(page)).getTextContent()
  return items.flatMap((item) => ('str' in item ? [item] : []))
}

/** The field that finds a text in the document, with its steps from match to match. */
export const createFindBar = (document_: PDFDocumentProxy, pages: PdfPages): readonly HTMLElement[] => {
  let matches: PageMatch[] = []
  let at = -1
  let run = 0
  const state = element('span', { class: 'bar-facts-inline', role: 'status' })
  const field = element('input', {
    type: 'search',
    placeholder: word('find'),
    'aria-label': word('find'),
    size: 16,
    spellcheck: 'false',
    autocomplete: 'off',
  })

  const tell = (page: number): void => {
    if (matches.length > 0) state.textContent = word('found', { at: number(at + 1), count: number(matches.length) })
    else
      state.textContent =
        page < pages.count
          ? word('searching', { percent: Math.floor((100 * page) / pages.count) })
          : word('nothingFound')
  }
  const step = (by: number): void => {
    if (matches.length === 0) return
    at = (at + by + matches.length) % matches.length
    const match = matches[at]
    if (match !== undefined) pages.show(match, matches)
    tell(pages.count)
  }
  const search = async (wanted: string): Promise<void> => {
    run += 1
    const own = run
    matches = []
    at = -1
    state.textContent = ''
    const start = pages.current()
    if (wanted.trim() === '') return
    for (let page = 1; page <= pages.count && matches.length < matchesMax; page += 1) {
      const runs = await runsOf(document_, page).catch(() => [])
      if (own !== run) return
      const found = findOnPage(page, runs, wanted)
      matches = [...matches, ...found]
      if (at === -1 && found.length > 0 && page >= start) {
        at = matches.length - found.length - 1
        step(1)
      }
      tell(page)
    }
    if (at === -1) step(1)
  }
  let typed = 0
  field.addEventListener('input', () => {
    clearTimeout(typed)
    typed = window.setTimeout(() => void search(field.value), 200)
  })
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'f' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    field.select()
  })
  return [field, button(word('findPrevious'), '↑', () => step(-1)), button(word('findNext'), '↓', () => step(1)), state]
}
