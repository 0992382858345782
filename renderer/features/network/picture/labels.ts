import type { NodeHoverDrawingFunction, NodeLabelDrawingFunction } from 'sigma/rendering'
import type { NodeDisplayData } from 'sigma/types'
import { textFonts } from '../../../../shared/theme/fonts.ts'
import type { EdgeDrawing, NodeDrawing } from './drawing.ts'
import { nameBegins, withRoom, type Claim } from './label-room.ts'
import type { PictureColours } from './palette.ts'

export const labelSize = 12

type LabelData = Pick<NodeDisplayData, 'x' | 'y' | 'size'> & {
  readonly label: string | null
  readonly pinned?: boolean
  readonly ring?: number
}

/** The height of a name with its rim, in pixels. */
const lineHeight = 15

/** The longest label that is drawn; the whole one is in the panel and in the table. */
const longest = 26

const shortened = (label: string): string => {
  const letters = [...label]
  return letters.length <= longest ? label : `${letters.slice(0, longest - 1).join('')}…`
}

/** Between the edge of the plate of a name and its words. */
const platePadding = 5

const reach = ({ size, ring = 0 }: LabelData): number => size * (ring > 0 ? 1.32 + ring : 1.05)

const pinMark = (context: CanvasRenderingContext2D, data: LabelData, palette: PictureColours): void => {
  const [x, y] = [data.x + reach(data) * 0.72, data.y - reach(data) * 0.72]
  context.fillStyle = palette.background
  context.strokeStyle = palette.text
  context.lineWidth = 1.5
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x, y - 9)
  context.stroke()
  context.beginPath()
  context.arc(x, y - 9, 3, 0, Math.PI * 2)
  context.fillStyle = palette.text
  context.fill()
}

/** The right edge of what is drawn on, in the pixels in which places are given. */
const edgeOf = (context: CanvasRenderingContext2D): number => context.canvas.width / context.getTransform().a

const words = (
  context: CanvasRenderingContext2D,
  data: LabelData & Pick<Claim, 'left'>,
  palette: PictureColours,
  weight: number,
): void => {
  if (data.label === null || data.label === '') return
  const text = shortened(data.label)
  const [x, y] = [data.left, data.y + labelSize * 0.35]
  context.font = `${weight} ${labelSize}px ${textFonts}`
  // A rim in the colour of the ground keeps words legible over lines.
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.strokeStyle = palette.background
  context.strokeText(text, x, y)
  context.fillStyle = palette.text
  context.fillText(text, x, y)
}

/** What draws the names of a picture, a frame at a time. */
export interface LabelLayer {
  readonly begin: () => void
  readonly draw: NodeLabelDrawingFunction<NodeDrawing, EdgeDrawing>
  /**
   * Writes the names that were asked for since `begin`: each beside its node, where no weightier one stands, and a pin
   * on those that were pinned.
   */
  readonly end: () => void
}

export const openLabels = (palette: () => PictureColours): LabelLayer => {
  let asked: (readonly [CanvasRenderingContext2D, LabelData & Claim])[] = []
  return {
    begin: () => {
      asked = []
    },
    draw: (context, data) => {
      const one = data as LabelData & { readonly key?: string }
      context.font = `400 ${labelSize}px ${textFonts}`
      const width = one.label === null ? 0 : context.measureText(shortened(one.label)).width
      const left = nameBegins(one.x, reach(one) + 4, width, edgeOf(context))
      const weight = { key: one.key ?? '', forceLabel: data.forceLabel ?? false, zIndex: data.zIndex ?? 0 }
      asked.push([
        context,
        { ...one, ...weight, left, right: left + width, top: one.y - lineHeight / 2, bottom: one.y + lineHeight / 2 },
      ])
    },
    end: () => {
      const room = withRoom(asked.map(([, one]) => one))
      for (const [context, one] of asked) {
        if (room.has(one.key)) words(context, one, palette(), 400)
        if (one.pinned === true) pinMark(context, one, palette())
      }
    },
  }
}

/** Draws the node that is selected or under the pointer: a band around it, and its name on a plate. */
export const hoverDrawer =
  (palette: () => PictureColours): NodeHoverDrawingFunction<NodeDrawing, EdgeDrawing> =>
  (context, data) => {
    const one = data as LabelData
    const colours = palette()
    context.strokeStyle = colours.accent
    context.lineWidth = 2.5
    context.beginPath()
    context.arc(one.x, one.y, reach(one) + 4, 0, Math.PI * 2)
    context.stroke()
    if (one.label !== null && one.label !== '') {
      context.font = `600 ${labelSize}px ${textFonts}`
      const width = context.measureText(shortened(one.label)).width + 2 * platePadding
      const left = nameBegins(one.x, reach(one) + 7, width, edgeOf(context))
      context.fillStyle = colours.raised
      context.strokeStyle = colours.line
      context.lineWidth = 1
      context.beginPath()
      context.roundRect(left, one.y - labelSize * 0.85, width, labelSize * 1.7, 4)
      context.fill()
      context.stroke()
      context.fillStyle = colours.text
      context.fillText(shortened(one.label), left + platePadding, one.y + labelSize * 0.35)
    }
    if (one.pinned === true) pinMark(context, one, colours)
  }
