import { UndirectedGraph } from 'graphology'
import Sigma from 'sigma'
import { EdgeRectangleProgram, createEdgeArrowProgram, createEdgeDoubleArrowProgram } from 'sigma/rendering'
import { openLayout } from '../layout/layoutRun.ts'
import type { SeedPlace } from '../layout/seed.ts'
import type { DrawnEdge } from '../model/drawn.ts'
import type { Shown } from '../model/view.ts'
import { keepPlaces, redraw, type Drawing, type EdgeDrawing, type Look, type NodeDrawing } from './drawing.ts'
import { textFonts } from '../../../../shared/theme/fonts.ts'
import { hoverDrawer, labelSize, openLabels } from './labels.ts'
import type { PictureColours } from './palette.ts'
import { ShapeProgram } from './ShapeProgram.ts'
import { nodeTowards, type ArrowDirection } from './spatial.ts'

/** What a person does in the picture with a pointer. */
export interface PictureEvents {
  readonly onSelect: (key: string | null) => void
  readonly onOpen: (key: string) => void
  readonly onPin: (key: string) => void
}

/** What stands out of the picture just now. */
export interface Emphasis {
  readonly selected: string | null
  /** The nodes of a way in their order; empty where none is shown. */
  readonly path: readonly string[]
}

export interface Picture {
  show(shown: Shown, edges: readonly DrawnEdge[], look: Look): void
  emphasise(emphasis: Emphasis): void
  zoom(factor: number): void
  pan(direction: ArrowDirection): void
  fit(): void
  /** Brings a node into the middle where it is not well in view. */
  goTo(key: string): void
  /** Brings these nodes into view, as large as they fit. */
  frame(keys: readonly string[]): void
  /** The node that lies that way from another; from nothing, the one nearest to the middle. */
  towards(from: string | null, direction: ArrowDirection): string | null
  places(): ReadonlyMap<string, SeedPlace>
  /** What is seen now, in the pixels of the screen. */
  image(): HTMLCanvasElement
  relayout(): void
  close(): void
}

/** Above so many lines they are left out while the picture moves, so that it moves smoothly. */
const linesWhileMoving = 6_000

/** Up to so many nodes all come into view again when new ones come; in a larger picture one stays where one looks. */
const fitsAgain = 400

/** Up to so many neighbours of the selected node are all named. */
const namedNeighbours = 40

const settingsFor = (palette: () => PictureColours) => ({
  allowInvalidContainer: true,
  nodeProgramClasses: { shape: ShapeProgram },
  nodeHoverProgramClasses: {},
  defaultNodeType: 'shape',
  edgeProgramClasses: {
    line: EdgeRectangleProgram,
    arrow: createEdgeArrowProgram({ lengthToThicknessRatio: 3.2, widenessToThicknessRatio: 2.6 }),
    both: createEdgeDoubleArrowProgram({ lengthToThicknessRatio: 3.2, widenessToThicknessRatio: 2.6 }),
  },
  defaultDrawNodeHover: hoverDrawer(palette),
  labelFont: textFonts,
  labelSize,
  labelDensity: 0.7,
  labelGridCellSize: 90,
  labelRenderedSizeThreshold: 5,
  renderEdgeLabels: false,
  zIndex: true,
  minEdgeThickness: 0.7,
  stagePadding: 46,
  minCameraRatio: 0.005,
  maxCameraRatio: 4,
})

interface Marks {
  readonly emphasis: Emphasis
  readonly around: ReadonlySet<string> | null
  readonly pathEdges: ReadonlySet<string>
}

const plain: Marks = { emphasis: { selected: null, path: [] }, around: null, pathEdges: new Set() }

const marksOf = (drawing: Drawing, emphasis: Emphasis): Marks => {
  const path = emphasis.path.filter((key) => drawing.hasNode(key))
  // A shortest way has no links but those along it; of a motif all links among its nodes belong to it.
  const pathEdges = new Set(
    path.flatMap((key, place) => path.slice(place + 1).flatMap((other) => drawing.edge(key, other) ?? [])),
  )
  if (path.length > 0) return { emphasis: { selected: emphasis.selected, path }, around: new Set(path), pathEdges }
  const selected = emphasis.selected !== null && drawing.hasNode(emphasis.selected) ? emphasis.selected : null
  return {
    emphasis: { selected, path: [] },
    around: selected === null ? null : new Set([selected, ...drawing.neighbors(selected)]),
    pathEdges,
  }
}

/**
 * Draws a part of the network with WebGL into an element, and lays it out in a worker. `moves`: whether it may move by
 * itself; `before`: where nodes were when it was last left.
 */
export const openPicture = (
  container: HTMLElement,
  events: PictureEvents,
  moves: () => boolean,
  before: ReadonlyMap<string, SeedPlace>,
): Picture => {
  const drawing: Drawing = new UndirectedGraph<NodeDrawing, EdgeDrawing>()
  const places = new Map(before)
  let look: Look | null = null
  let marks = plain
  const palette = (): PictureColours => {
    if (look === null) throw new Error('the picture draws before it was given its look')
    return look.palette
  }
  const labels = openLabels(palette)
  const sigma = new Sigma<NodeDrawing, EdgeDrawing>(drawing, container, {
    ...settingsFor(palette),
    defaultDrawNodeLabel: labels.draw,
    nodeReducer: (key, data) => {
      const { emphasis, around } = marks
      if (around === null) return data
      if (!around.has(key))
        return { ...data, color: palette().dimNode, ring: 0, label: '', forceLabel: false, zIndex: 0 }
      const isSelected = key === emphasis.selected
      return {
        ...data,
        highlighted: isSelected,
        forceLabel: isSelected || data.forceLabel || around.size <= namedNeighbours,
        zIndex: isSelected ? 4 : 3,
      }
    },
    edgeReducer: (key, data) => {
      const { emphasis, around, pathEdges } = marks
      if (around === null) return data
      if (pathEdges.has(key)) return { ...data, color: palette().path, size: data.size + 2, zIndex: 2 }
      const isOwn =
        emphasis.path.length === 0 && emphasis.selected !== null && drawing.hasExtremity(key, emphasis.selected)
      return isOwn ? { ...data, color: palette().muted, zIndex: 1 } : { ...data, color: palette().dimLink, zIndex: 0 }
    },
  })
  const order: { keys: string[] } = { keys: [] }
  const layout = openLayout((found, done) => {
    if (!moves() && !done) return
    order.keys.forEach((key, place) => {
      const [x, y] = [found[place * 2], found[place * 2 + 1]]
      if (x !== undefined && y !== undefined && drawing.hasNode(key)) drawing.mergeNodeAttributes(key, { x, y })
    })
    container.dataset['layout'] = done ? 'rests' : 'moves'
  })
  const relayout = (): void => {
    order.keys = drawing.nodes()
    if (order.keys.length < 2) {
      container.dataset['layout'] = 'rests'
      return
    }
    const at = new Map(order.keys.map((key, place) => [key, place]))
    container.dataset['layout'] = 'moves'
    layout.start(
      order.keys.map((key) => {
        const { x, y, size, pinned } = drawing.getNodeAttributes(key)
        return { x, y, size, fixed: pinned }
      }),
      drawing.mapEdges((_, { size }, source, target) => ({
        source: at.get(source) ?? 0,
        target: at.get(target) ?? 0,
        weight: Math.max(0.5, size),
      })),
    )
  }
  const camera = sigma.getCamera()
  const move = (state: Partial<{ x: number; y: number; ratio: number; angle: number }>): void => {
    if (moves()) void camera.animate(state, { duration: 180 })
    else camera.setState(state)
  }
  camera.on('updated', ({ x, y, ratio }) => {
    container.dataset['camera'] = [x, y, ratio].map((value) => value.toFixed(4)).join(' ')
  })
  const onScreen = (): Map<string, SeedPlace> =>
    new Map(drawing.nodes().map((key) => [key, sigma.graphToViewport(drawing.getNodeAttributes(key))]))

  // A name in a script whose font comes late is drawn again once it is there.
  const drawAgain = (): void => {
    if (look !== null) sigma.refresh({ skipIndexation: true })
  }
  document.fonts.addEventListener('loadingdone', drawAgain)
  sigma.on('beforeRender', labels.begin)
  sigma.on('afterRender', labels.end)
  sigma.on('clickNode', ({ node }) => events.onSelect(node))
  sigma.on('clickStage', () => events.onSelect(null))
  sigma.on('doubleClickNode', (given) => {
    given.preventSigmaDefault()
    events.onOpen(given.node)
  })
  sigma.on('doubleClickStage', (given) => given.preventSigmaDefault())
  dragging(sigma, drawing, () => layout.stop(), events.onPin)

  return {
    show: (shown, edges, next) => {
      look = next
      const moving = container.dataset['layout'] === 'moves'
      if (moving) layout.stop()
      const isNew = redraw(drawing, shown, edges, places, next)
      sigma.setSetting('hideEdgesOnMove', edges.length > linesWhileMoving)
      sigma.setSetting('hideLabelsOnMove', shown.nodes.size > 2_000)
      marks = marksOf(drawing, marks.emphasis)
      container.dataset['nodes'] = String(drawing.order)
      if (isNew && shown.nodes.size <= fitsAgain) move({ x: 0.5, y: 0.5, ratio: 1, angle: 0 })
      if (isNew || moving) relayout()
      else container.dataset['layout'] ??= 'rests'
      sigma.refresh()
    },
    emphasise: (emphasis) => {
      marks = {
        ...marksOf(drawing, emphasis),
        emphasis: { ...emphasis, path: marksOf(drawing, emphasis).emphasis.path },
      }
      sigma.refresh({ skipIndexation: true })
    },
    zoom: (factor) => move({ ratio: Math.min(4, Math.max(0.005, camera.ratio * factor)) }),
    pan: (direction) => {
      const by = camera.ratio * 0.12
      const [dx, dy] = { left: [-by, 0], right: [by, 0], up: [0, by], down: [0, -by] }[direction] as [number, number]
      move({ x: camera.x + dx, y: camera.y + dy })
    },
    fit: () => move({ x: 0.5, y: 0.5, ratio: 1, angle: 0 }),
    goTo: (key) => {
      const at = sigma.getNodeDisplayData(key)
      if (at === undefined) return
      const { x, y } = sigma.framedGraphToViewport(at)
      const { width, height } = sigma.getDimensions()
      const isSeen = x > width * 0.06 && x < width * 0.86 && y > height * 0.06 && y < height * 0.94
      if (!isSeen) move({ x: at.x, y: at.y })
    },
    frame: (keys) => {
      const found = keys.flatMap((key) => sigma.getNodeDisplayData(key) ?? [])
      if (found.length === 0) return
      const [left, right] = [Math.min(...found.map(({ x }) => x)), Math.max(...found.map(({ x }) => x))]
      const [low, high] = [Math.min(...found.map(({ y }) => y)), Math.max(...found.map(({ y }) => y))]
      move({
        x: (left + right) / 2,
        y: (low + high) / 2,
        ratio: Math.min(1.2, Math.max(0.25, (right - left) * 1.35, (high - low) * 1.35)),
      })
    },
    towards: (from, direction) => {
      const seen = onScreen()
      if (from !== null && seen.has(from)) return nodeTowards(from, direction, seen)
      const { width, height } = sigma.getDimensions()
      return [...seen].reduce<{ key: string | null; far: number }>(
        (best, [key, { x, y }]) =>
          Math.hypot(x - width / 2, y - height / 2) < best.far
            ? { key, far: Math.hypot(x - width / 2, y - height / 2) }
            : best,
        { key: null, far: Infinity },
      ).key
    },
    places: () => {
      keepPlaces(drawing, places)
      return places
    },
    image: () => {
      // The drawing buffer is gone once the frame was shown: it is drawn again and copied within one task.
      sigma.refresh({ schedule: false })
      return copied(sigma, palette().background)
    },
    relayout,
    close: () => {
      document.fonts.removeEventListener('loadingdone', drawAgain)
      layout.close()
      sigma.kill()
    },
  }
}

/** A node that is dragged goes along and stays where it is let go: it is pinned. */
const dragging = (
  sigma: Sigma<NodeDrawing, EdgeDrawing>,
  drawing: Drawing,
  onStart: () => void,
  onPin: (key: string) => void,
): void => {
  let held: string | null = null
  let moved = false
  sigma.on('downNode', ({ node }) => {
    held = node
    moved = false
  })
  sigma.on('moveBody', ({ event }) => {
    if (held === null || !drawing.hasNode(held)) return
    if (!moved) {
      onStart()
      // The picture must not grow under the hand.
      sigma.setCustomBBox(sigma.getBBox())
    }
    moved = true
    drawing.mergeNodeAttributes(held, sigma.viewportToGraph(event))
    event.preventSigmaDefault()
    event.original.preventDefault()
    event.original.stopPropagation()
  })
  const release = (): void => {
    if (held !== null && moved) {
      onPin(held)
      sigma.setCustomBBox(null)
    }
    held = null
  }
  sigma.on('upNode', release)
  sigma.on('upStage', release)
  sigma.on('leaveStage', release)
}

/** Sigma's layers from the lowest to the highest; the one that takes the pointer is empty. */
const layers = ['edges', 'edgeLabels', 'nodes', 'labels', 'hovers', 'hoverNodes'] as const

const copied = (sigma: Sigma<NodeDrawing, EdgeDrawing>, background: string): HTMLCanvasElement => {
  const canvases = sigma.getCanvases()
  const copy = document.createElement('canvas')
  const model = canvases['nodes']
  copy.width = model?.width ?? 1
  copy.height = model?.height ?? 1
  const context = copy.getContext('2d')
  if (context === null) throw new Error('the window gives no canvas to copy the picture to')
  context.fillStyle = background
  context.fillRect(0, 0, copy.width, copy.height)
  for (const name of layers) {
    const canvas = canvases[name]
    if (canvas !== undefined && canvas.width > 0) context.drawImage(canvas, 0, 0, copy.width, copy.height)
  }
  return copy
}
