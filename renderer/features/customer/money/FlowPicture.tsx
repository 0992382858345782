import { useElementSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { AccountMoney } from '../../../../shared/api/tracing.ts'
import { money as moneyText } from '../../../ui/charts/format.ts'
import { flowOf, type FlowNode, type PlacedFlowNode } from './flow.ts'
import classes from './money.module.css'

const height = 300
/** Pixels between the nodes of a side. */
const gap = 10
/** Pixels of the words at each side, and of the account in the middle. */
const wordsWidth = 230
const barWidth = 14
/** Words below each other need so many pixels. */
const lineHeight = 15
/** Letters that have room. */
const lettersMax = 21

const useNodeName = (): ((node: FlowNode) => string) => {
  const { t } = useTranslation()
  return ({ what }) => {
    switch (what.kind) {
      case 'party':
        return what.party === null ? t('customer.money.nobody') : what.party.id
      case 'balance':
        return t('customer.money.flow.balance')
      case 'overdraft':
        return t('customer.money.flow.overdraft')
      case 'others':
        return t('customer.money.flow.others', { count: what.count })
    }
  }
}

const cut = (name: string): string => {
  const letters = [...name]
  return letters.length > lettersMax ? `${letters.slice(0, lettersMax - 1).join('')}…` : name
}

/** A node with the pixels that it takes at the side of the picture, and where it meets the account. */
type Drawn = PlacedFlowNode & { readonly y: number; readonly pixels: number; readonly meets: number }

/** Nodes below each other with room between them; at the account they touch. */
const drawnOf = (nodes: readonly PlacedFlowNode[], pixelsOfAll: number): readonly Drawn[] => {
  const above = (height - pixelsOfAll - gap * Math.max(0, nodes.length - 1)) / 2
  const account = (height - pixelsOfAll) / 2
  return nodes.map((node, place) => ({
    ...node,
    y: above + node.top * pixelsOfAll + place * gap,
    pixels: node.height * pixelsOfAll,
    meets: account + node.top * pixelsOfAll,
  }))
}

/** Where the words of each node stand: at its middle, but never on those above. */
const wordPlaces = (nodes: readonly Drawn[]): readonly number[] => {
  let least = lineHeight
  const places = nodes.map(({ y, pixels }) => {
    const place = Math.max(least, y + pixels / 2 + 4)
    least = place + lineHeight
    return place
  })
  // What was pushed out at the foot moves up again, with what it then touches.
  let most = height - 2
  return places
    .toReversed()
    .map((place) => {
      const moved = Math.min(place, most)
      most = moved - lineHeight
      return moved
    })
    .toReversed()
}

/** A ribbon from a node at the side to the account in the middle, as high at both ends. */
const ribbon = (from: number, to: number, { y, pixels, meets }: Drawn): string => {
  const middle = (from + to) / 2
  return `M ${from} ${y} C ${middle} ${y} ${middle} ${meets} ${to} ${meets} L ${to} ${meets + pixels} C ${middle} ${meets + pixels} ${middle} ${y + pixels} ${from} ${y + pixels} Z`
}

/** Sources at the left, uses at the right, the account between them; heights are amounts. */
export const FlowPicture = ({ money }: { readonly money: AccountMoney }) => {
  const { t, i18n } = useTranslation()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const nameOf = useNodeName()
  const flow = flowOf(money)
  const pixelsOfAll = height - gap * Math.max(0, Math.max(flow.sources.length, flow.uses.length) - 1)
  const [sources, uses] = [drawnOf(flow.sources, pixelsOfAll), drawnOf(flow.uses, pixelsOfAll)]
  const words = Math.min(wordsWidth, width / 3)
  const centre = (width - barWidth) / 2
  const text = (amount: number): string => moneyText(amount, money.currency, i18n.language)
  const sides = [
    { side: 'in', nodes: sources, edge: words, inner: centre, words: words - 8, anchor: 'end' },
    {
      side: 'out',
      nodes: uses,
      edge: width - words,
      inner: centre + barWidth,
      words: width - words + 8,
      anchor: 'start',
    },
  ] as const
  return (
    <figure className={classes.flow}>
      <figcaption>
        <h2>{t('customer.money.flow.title')}</h2>
      </figcaption>
      <div ref={ref}>
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={t('customer.money.flow.summary', {
            in: text(money.total.in),
            out: text(money.total.out),
            balance: text(money.closing_balance),
          })}
        >
          <rect
            className={classes.account}
            x={centre}
            y={(height - pixelsOfAll) / 2}
            width={barWidth}
            height={pixelsOfAll}
            rx={2}
          />
          {sides.map(({ side, nodes, edge, inner, words: at, anchor }) => {
            const places = wordPlaces(nodes)
            return nodes.map((node, place) => (
              <g key={`${side} ${node.id}`} className={classes.node} data-side={side} data-what={node.what.kind}>
                <title>{`${nameOf(node)}: ${text(node.amount)}`}</title>
                <path className={classes.ribbon} d={ribbon(edge, inner, node)} />
                <rect x={side === 'in' ? edge - 4 : edge} y={node.y} width={4} height={Math.max(1, node.pixels)} />
                <text x={at} y={places[place]} textAnchor={anchor}>
                  {cut(nameOf(node))}
                  <tspan className={classes.amount} dx={6}>
                    {text(node.amount)}
                  </tspan>
                </text>
              </g>
            ))
          })}
        </svg>
      </div>
    </figure>
  )
}
