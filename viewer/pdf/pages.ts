import {
  RenderingCancelledException,
  TextLayer,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { element } from '../dom.ts'
import { word } from '../words.ts'
import type { PageMatch } from './search.ts'

/** Pages that are shown of a document; a file may claim a billion. */
export const pagesMax = 5_000
/** Pixels of one canvas, at most. */
const canvasPixelsMax = 16_777_216
const gap = 12

type Drawn = { readonly cancel: () => void; readonly text: TextLayer | null }
type Sheet = {
  readonly holder: HTMLElement
  width: number
  height: number
  known: boolean
  drawn: Promise<Drawn> | null
  cancel: () => void
}

export type PdfPages = {
  readonly element: HTMLElement
  readonly count: number
  zoom(): number
  setZoom(zoom: number): void
  /** The zoom at which the widest page fills the view, or a whole page does. */
  fit(how: 'width' | 'page'): number
  current(): number
  goTo(page: number): void
  show(match: PageMatch, all: readonly PageMatch[]): void
}

type Events = { readonly pageChanged: (page: number) => void; readonly firstDrawn: () => void }

/** Lays the pages of a document out below each other, and draws those in view. Sizes in CSS pixels at a zoom of 1. */
export const createPages = async (document_: PDFDocumentProxy, events: Events): Promise<PdfPages> => {
  const count = Math.min(document_.numPages, pagesMax)
  const first = (await document_.getPage(1)).getViewport({ scale: 1 })
  let zoom = 1
  let matches: readonly PageMatch[] = []
  let chosen: PageMatch | null = null
  let current = 1
  const view = element('div', { class: 'pdf-view', tabindex: 0, role: 'document' })
  const sheets: Sheet[] = Array.from({ length: count }, (_, index) => ({
    holder: element('section', {
      class: 'pdf-page',
      'aria-label': word('pageLabel', { page: index + 1 }),
      'data-page': index + 1,
    }),
    width: first.width,
    height: first.height,
    known: index === 0,
    drawn: null,
    cancel: () => undefined,
  }))
  view.append(...sheets.map((sheet) => sheet.holder))

  const size = (sheet: Sheet): void => {
    sheet.holder.style.width = `${Math.floor(sheet.width * zoom)}px`
    sheet.holder.style.height = `${Math.floor(sheet.height * zoom)}px`
  }
  const highlight = (page: number, text: TextLayer): void => {
    text.textDivs.forEach((div) => div.classList.remove('hit', 'hit-chosen'))
    for (const match of matches) {
      if (match.page !== page) continue
      for (const run of match.runs) text.textDivs[run]?.classList.add(match === chosen ? 'hit-chosen' : 'hit')
    }
  }
  const learn = (sheet: Sheet, page: PDFPageProxy): void => {
    const { width, height } = page.getViewport({ scale: 1 })
    if (sheet.known && sheet.width === width && sheet.height === height) return
    Object.assign(sheet, { width, height, known: true })
    size(sheet)
  }

  const drawCanvas = async (page: PDFPageProxy, sheet: Sheet, cancelled: () => boolean): Promise<void> => {
    const wanted = zoom * Math.min(2, globalThis.devicePixelRatio)
    const scale = Math.min(wanted, Math.sqrt(canvasPixelsMax / Math.max(1, sheet.width * sheet.height)))
    const viewport = page.getViewport({ scale })
    const canvas = element('canvas', {
      width: Math.max(1, Math.floor(viewport.width)),
      height: Math.max(1, Math.floor(viewport.height)),
      'aria-hidden': 'true',
    })
    const task = page.render({ canvas, viewport })
    sheet.cancel = () => task.cancel()
    await task.promise
    if (!cancelled()) sheet.holder.prepend(canvas)
  }
  const drawText = async (page: PDFPageProxy, sheet: Sheet): Promise<TextLayer> => {
    const container = element('div', { class: 'textLayer' })
    sheet.holder.style.setProperty('--total-scale-factor', String(zoom))
    const text = new TextLayer({
      textContentSource: await page.getTextContent(),
      container,
      viewport: page.getViewport({ scale: zoom }),
    })
    await text.render()
    sheet.holder.append(container)
    return text
  }
  const draw = (index: number): void => {
    const sheet = sheets[index]
    if (sheet === undefined || sheet.drawn !== null) return
    let stopped = false
    const cancel = (): void => {
      stopped = true
      sheet.cancel()
    }
    const work = async (): Promise<Drawn> => {
      let text: TextLayer | null = null
      try {
        const page = await document_.getPage(index + 1)
        if (stopped) return { cancel, text }
        learn(sheet, page)
        await drawCanvas(page, sheet, () => stopped)
        if (!stopped) {
          text = await drawText(page, sheet)
          highlight(index + 1, text)
        }
      } catch (error) {
        if (!stopped && !(error instanceof RenderingCancelledException))
          sheet.holder.replaceChildren(element('p', { class: 'pdf-fault' }, word('pageFailed')))
      }
      if (stopped) sheet.holder.replaceChildren()
      else events.firstDrawn()
      return { cancel, text }
    }
    sheet.drawn = work()
    sheet.cancel = cancel
  }
  const clear = (index: number): void => {
    const sheet = sheets[index]
    if (sheet === undefined || sheet.drawn === null) return
    const { drawn } = sheet
    sheet.drawn = null
    sheet.cancel()
    void drawn.then(({ cancel }) => cancel())
    sheet.holder.replaceChildren()
  }

  const inView = new Set<number>()
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const index = Number((target as HTMLElement).dataset['page']) - 1
        if (isIntersecting) inView.add(index)
        else {
          inView.delete(index)
          clear(index)
        }
      }
      for (const index of [...inView].sort((a, b) => a - b)) draw(index)
    },
    { root: view, rootMargin: '60% 0px' },
  )
  const topOf = (page: number): number => (sheets[page - 1]?.holder.offsetTop ?? 0) - gap
  view.addEventListener('scroll', () => {
    const middle = view.scrollTop + view.clientHeight / 2
    let low = 0
    let high = count - 1
    while (low < high) {
      const half = Math.ceil((low + high) / 2)
      if ((sheets[half]?.holder.offsetTop ?? 0) <= middle) low = half
      else high = half - 1
    }
    if (low + 1 === current) return
    current = low + 1
    events.pageChanged(current)
  })
  const setZoom = (next: number): void => {
    const place = view.scrollHeight === 0 ? 0 : view.scrollTop / view.scrollHeight
    zoom = Math.min(8, Math.max(0.1, next))
    sheets.forEach(size)
    for (const index of inView) {
      clear(index)
      draw(index)
    }
    view.scrollTop = place * view.scrollHeight
  }
  sheets.forEach(size)
  sheets.forEach((sheet) => observer.observe(sheet.holder))

  return {
    element: view,
    count,
    zoom: () => zoom,
    setZoom,
    fit: (how) => {
      const width = (view.clientWidth - 2 * gap - 12) / Math.max(1, first.width)
      return how === 'width'
        ? Math.min(1.5, width)
        : Math.min(width, (view.clientHeight - 2 * gap) / Math.max(1, first.height))
    },
    current: () => current,
    goTo: (page) => {
      view.scrollTop = topOf(Math.min(count, Math.max(1, page)))
    },
    show: (match, all) => {
      matches = all
      chosen = match
      const sheet = sheets[match.page - 1]
      if (sheet === undefined) return
      if (!inView.has(match.page - 1)) view.scrollTop = topOf(match.page)
      draw(match.page - 1)
      for (const index of inView)
        void sheets[index]?.drawn?.then(({ text }) => text !== null && highlight(index + 1, text))
      void sheet.drawn?.then(({ text }) => {
        if (text === null || chosen !== match) return
        highlight(match.page, text)
        text.textDivs[match.runs[0] ?? 0]?.scrollIntoView({ block: 'center', inline: 'nearest' })
      })
    },
  }
}
