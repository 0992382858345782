import type { Piece, Show } from '../connect.ts'
import { button, element, toolbar } from '../dom.ts'
import { stepZoom } from '../image/zoom.ts'
import { number, word } from '../words.ts'
import { openDocument } from './document.ts'
import { createFindBar } from './findBar.ts'
import { createPages, type PdfPages } from './pages.ts'

/** Shows a field for the password in place of the pages, until one is given. */
const passwordForm = (stage: HTMLElement, piece: Piece, wrong: boolean): Promise<string> =>
  new Promise((resolve) => {
    const field = element('input', {
      type: 'password',
      'aria-label': word('passwordLabel'),
      autocomplete: 'off',
      'aria-invalid': wrong ? 'true' : undefined,
    })
    const form = element('div', { class: 'password', role: 'group' }, element('p', {}, word('password')), field)
    const give = (): void => {
      form.remove()
      resolve(field.value)
    }
    const open = button(word('unlock'), word('unlock'), give)
    form.append(open)
    if (wrong) form.append(element('p', { class: 'password-wrong', role: 'alert' }, word('passwordWrong')))
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') give()
    })
    stage.append(form)
    field.focus()
    piece.shown()
  })

const pageControls = (pages: PdfPages, field: HTMLInputElement): readonly HTMLElement[] => {
  const go = (page: number): void => pages.goTo(page)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') go(Number(field.value))
  })
  field.addEventListener('change', () => go(Number(field.value)))
  return [
    button(word('previousPage'), '‹', () => go(pages.current() - 1)),
    field,
    element('span', { class: 'bar-facts-inline' }, word('ofPages', { count: number(pages.count) })),
    button(word('nextPage'), '›', () => go(pages.current() + 1)),
  ]
}

const zoomControls = (pages: PdfPages): { controls: readonly HTMLElement[]; readonly follow: () => void } => {
  let fitted: 'width' | 'page' | null = 'width'
  const shown = element('output', { class: 'bar-zoom' })
  const set = (zoom: number, how: 'width' | 'page' | null): void => {
    fitted = how
    pages.setZoom(zoom)
    shown.textContent = word('zoom', { percent: Math.round(pages.zoom() * 100) })
    width.setAttribute('aria-pressed', String(how === 'width'))
    whole.setAttribute('aria-pressed', String(how === 'page'))
  }
  const width = button(word('fitWidth'), word('fitWidthShort'), () => set(pages.fit('width'), 'width'))
  const whole = button(word('fit'), word('fitShort'), () => set(pages.fit('page'), 'page'))
  const step = (direction: 1 | -1): void => set(stepZoom(pages.zoom(), direction), null)
  pages.element.addEventListener('keydown', (event) => {
    const actions: Readonly<Record<string, () => void>> = {
      '+': () => step(1),
      '-': () => step(-1),
      '0': () => set(pages.fit('width'), 'width'),
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    actions[event.key]?.()
  })
  return {
    controls: [
      button(word('smaller'), '−', () => step(-1)),
      shown,
      button(word('larger'), '+', () => step(1)),
      width,
      whole,
    ],
    follow: () => {
      if (fitted !== null) set(pages.fit(fitted), fitted)
    },
  }
}

/** A PDF: pages that are drawn as they come into view, zoom, page numbers, and finding in the text. */
export const showPdf: Show = async (stage, piece) => {
  const opened = await openDocument(piece, (wrong) => passwordForm(stage, piece, wrong))
  const field = element('input', {
    type: 'text',
    inputmode: 'numeric',
    class: 'pdf-number',
    'aria-label': word('page'),
    value: '1',
    size: 4,
    autocomplete: 'off',
  })
  const pages = await createPages(opened, {
    pageChanged: (page) => {
      field.value = String(page)
    },
    firstDrawn: piece.shown,
  })
  const { controls, follow } = zoomControls(pages)
  const cut =
    opened.numPages > pages.count
      ? [
          element(
            'span',
            { class: 'bar-facts' },
            word('pagesCut', { shown: number(pages.count), count: number(opened.numPages) }),
          ),
        ]
      : []
  stage.append(
    toolbar(
      word('pdfTools'),
      ...pageControls(pages, field),
      element('span', { class: 'bar-gap' }),
      ...controls,
      element('span', { class: 'bar-gap' }),
      ...createFindBar(opened, pages),
      ...cut,
    ),
    pages.element,
  )
  new ResizeObserver(follow).observe(pages.element)
  const { page } = piece.file
  if (page === undefined) return
  follow()
  pages.goTo(page)
}
