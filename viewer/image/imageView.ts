import type { Show } from '../connect.ts'
import { button, element, toolbar } from '../dom.ts'
import { number, word } from '../words.ts'
import { fitZoom, stepZoom } from './zoom.ts'

/** Larger files are refused: a picture is decoded whole. */
const bytesMax = 256 * 1_048_576
/** A picture needs four bytes of memory for each pixel. */
const pixelsMax = 150_000_000
const sideMax = 60_000

/** Reads the size of a picture without drawing it; null where the browser does not know the format. */
const openPicture = (address: string): Promise<HTMLImageElement | null> =>
  new Promise((resolve) => {
    const image = element('img', { alt: word('image'), draggable: 'false' })
    image.onload = () => resolve(image)
    image.onerror = () => resolve(null)
    image.src = address
  })

const dragToPan = (view: HTMLElement): void => {
  let from: { x: number; y: number; left: number; top: number } | null = null
  view.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType !== 'mouse') return
    from = { x: event.clientX, y: event.clientY, left: view.scrollLeft, top: view.scrollTop }
    view.setPointerCapture(event.pointerId)
  })
  view.addEventListener('pointermove', (event) => {
    if (from === null) return
    view.scrollLeft = from.left - (event.clientX - from.x)
    view.scrollTop = from.top - (event.clientY - from.y)
  })
  const end = (): void => {
    from = null
  }
  view.addEventListener('pointerup', end)
  view.addEventListener('pointercancel', end)
}

/**
 * A picture, decoded by the browser from a blob. An SVG is one too: as the source of an image it runs no script and
 * loads nothing.
 */
export const showImage: Show = async (stage, piece) => {
  const { size, mediaType } = piece.file
  if (size > bytesMax) {
    piece.failed('too_large')
    return
  }
  const parts = await piece.readAll(piece.progress)
  const address = URL.createObjectURL(
    new Blob(parts, { type: mediaType.startsWith('image/') ? mediaType : 'application/octet-stream' }),
  )
  const image = await openPicture(address)
  if (image === null || image.naturalWidth === 0 || image.naturalHeight === 0) {
    piece.failed('broken')
    return
  }
  const picture = { width: image.naturalWidth, height: image.naturalHeight }
  if (picture.width * picture.height > pixelsMax || Math.max(picture.width, picture.height) > sideMax) {
    piece.failed('too_many_pixels')
    return
  }

  const frame = element('div', { class: 'image-frame' }, image)
  const view = element('div', { class: 'image-view', tabindex: 0, role: 'region', 'aria-label': word('image') }, frame)
  const shownZoom = element('output', { class: 'bar-zoom' })
  let zoom: number | 'fit' = 'fit'
  let quarters = 0

  const inner = () => ({ width: view.clientWidth - 32, height: view.clientHeight - 32 })
  const current = (): number => (zoom === 'fit' ? fitZoom(picture, inner(), quarters) : zoom)
  const draw = (): void => {
    const scale = current()
    const turned = quarters % 2 !== 0
    const width = picture.width * scale
    const height = picture.height * scale
    image.style.width = `${width}px`
    image.style.height = `${height}px`
    image.style.transform = `translate(-50%, -50%) rotate(${quarters * 90}deg)`
    image.style.imageRendering = scale >= 2 ? 'pixelated' : 'auto'
    frame.style.width = `${turned ? height : width}px`
    frame.style.height = `${turned ? width : height}px`
    shownZoom.textContent = word('zoom', { percent: Math.round(scale * 100) })
    fit.setAttribute('aria-pressed', String(zoom === 'fit'))
  }
  const zoomTo = (next: number | 'fit'): void => {
    const middle = {
      x: (view.scrollLeft + view.clientWidth / 2) / view.scrollWidth,
      y: (view.scrollTop + view.clientHeight / 2) / view.scrollHeight,
    }
    zoom = next
    draw()
    view.scrollLeft = middle.x * view.scrollWidth - view.clientWidth / 2
    view.scrollTop = middle.y * view.scrollHeight - view.clientHeight / 2
  }
  const turn = (by: number): void => {
    quarters = (quarters + by + 4) % 4
    draw()
  }
  const fit = button(word('fit'), word('fitShort'), () => zoomTo('fit'))
  const bar = toolbar(
    word('imageTools'),
    button(word('smaller'), '−', () => zoomTo(stepZoom(current(), -1))),
    shownZoom,
    button(word('larger'), '+', () => zoomTo(stepZoom(current(), 1))),
    fit,
    button(word('actual'), word('actualShort'), () => zoomTo(1)),
    button(word('rotateLeft'), '↺', () => turn(-1)),
    button(word('rotateRight'), '↻', () => turn(1)),
    element(
      'span',
      { class: 'bar-facts' },
      word('pixels', { width: number(picture.width), height: number(picture.height) }),
    ),
  )
  view.addEventListener('keydown', (event) => {
    const actions: Readonly<Record<string, () => void>> = {
      '+': () => zoomTo(stepZoom(current(), 1)),
      '-': () => zoomTo(stepZoom(current(), -1)),
      '0': () => zoomTo('fit'),
      '1': () => zoomTo(1),
      r: () => turn(1),
      R: () => turn(-1),
    }
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  })
  view.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomTo(stepZoom(current(), event.deltaY < 0 ? 1 : -1))
    },
    { passive: false },
  )
  dragToPan(view)
  stage.append(bar, view)
  new ResizeObserver(draw).observe(view)
  draw()
  piece.shown()
}
