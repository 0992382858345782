import type { NodeKind } from '../../../../shared/schema/network.ts'
import { forms } from '../model/forms.ts'
import { shapeOf } from '../model/kinds.ts'
import { textFonts } from '../../../../shared/theme/fonts.ts'
import type { PictureColours } from '../picture/palette.ts'

export interface Caption {
  readonly title: string
  readonly lines: readonly string[]
  /** The kinds that are in the picture, with their words. */
  readonly kinds: readonly { readonly kind: NodeKind; readonly text: string }[]
  readonly ring: string
}

const gap = 14

/** Breaks a text into lines that fit a width. */
const wrapped = (context: CanvasRenderingContext2D, text: string, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && context.measureText(longer).width > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}

/** A mark of the picture and what it means. */
interface LegendItem {
  readonly form: string
  readonly color: string
  readonly text: string
}

/** Draws an item; answers how wide it is. */
const drawItem = (
  context: CanvasRenderingContext2D,
  { form, color, text }: LegendItem,
  [x, y]: readonly [number, number],
  ink: string,
): number => {
  context.save()
  context.translate(x, y)
  context.scale(14 / 24, 14 / 24)
  context.fillStyle = color
  context.fill(new Path2D(form), 'evenodd')
  context.restore()
  context.fillStyle = ink
  context.fillText(text, x + 20, y + 11.5)
  return 20 + context.measureText(text).width + 18
}

/**
 * The picture with its legend and its caption below, as one image: whoever sees it later knows what it is and what was
 * left out.
 */
export const composed = (
  picture: HTMLCanvasElement,
  scale: number,
  palette: PictureColours,
  caption: Caption,
): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  const width = picture.width / scale
  const measure = canvas.getContext('2d')
  if (measure === null) throw new Error('the window gives no canvas to write the caption on')
  measure.font = `12px ${textFonts}`
  const lines = caption.lines.flatMap((line) => wrapped(measure, line, width - 2 * gap))
  const items: readonly LegendItem[] = [
    ...caption.kinds.map(({ kind, text }) => ({ form: forms[shapeOf[kind]], color: palette.kind(kind), text })),
    { form: forms.ring, color: palette.danger, text: caption.ring },
  ]
  let legendRows = 1
  let reach = gap
  for (const { text } of items) {
    const step = 38 + measure.measureText(text).width
    if (reach + step > width - gap) [legendRows, reach] = [legendRows + 1, gap]
    reach += step
  }
  const height = gap + 22 + lines.length * 17 + 8 + legendRows * 22 + gap
  canvas.width = picture.width
  canvas.height = picture.height + Math.ceil(height * scale)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('the window gives no canvas to write the caption on')
  context.fillStyle = palette.raised
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0)
  context.scale(scale, scale)
  const top = picture.height / scale
  context.fillStyle = palette.line
  context.fillRect(0, top, width, 1)
  context.fillStyle = palette.text
  context.font = `600 14px ${textFonts}`
  context.fillText(caption.title, gap, top + gap + 11, width - 2 * gap)
  context.font = `12px ${textFonts}`
  context.fillStyle = palette.muted
  lines.forEach((line, place) => context.fillText(line, gap, top + gap + 32 + place * 17))
  let x = gap
  let y = top + gap + 26 + lines.length * 17 + 4
  for (const item of items) {
    if (x > gap && x + 38 + context.measureText(item.text).width > width - gap) [x, y] = [gap, y + 22]
    x += drawItem(context, item, [x, y], palette.text)
  }
  return canvas
}

/** An image as the bytes of a PNG file. */
export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the window could not make a PNG of the picture')) : resolve(blob)),
      'image/png',
    ),
  )

/** The SHA-256 of a file, in hexadecimal. */
export const sha256Of = async (file: Blob): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
