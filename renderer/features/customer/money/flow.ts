import type { AccountMoney } from '../../../../shared/api/tracing.ts'

/** Who or what money came from or went to: a party, the balance before or after, the parties that are not drawn. */
export type FlowNode = {
  readonly id: string
  readonly amount: number
  readonly what:
    | { readonly kind: 'party'; readonly party: AccountMoney['parties'][number]['party'] }
    | { readonly kind: 'balance' }
    | { readonly kind: 'overdraft' }
    | { readonly kind: 'others'; readonly count: number }
}

/** A node in its place: from `top` on, `height` high, in shares of the whole. */
export type PlacedFlowNode = FlowNode & { readonly top: number; readonly height: number }

/** Parties that are drawn on each side; the others are one. */
const drawnMax = 7

const sideOf = (
  money: AccountMoney,
  side: 'in' | 'out',
  total: number,
  balance: number,
  overdraft: number,
): readonly FlowNode[] => {
  const parties = money.parties
    .filter((one) => one[side] > 0)
    .sort((one, other) => other[side] - one[side])
    .map((one): FlowNode => ({
      id: `${one.party?.kind ?? ''}:${one.party?.id ?? ''}`,
      amount: one[side],
      what: { kind: 'party', party: one.party },
    }))
  const drawn = parties.length > drawnMax + 1 ? parties.slice(0, drawnMax) : parties
  const rest = total - drawn.reduce((sum, { amount }) => sum + amount, 0)
  const left = parties.length - drawn.length + money.parties_left
  const nodes: FlowNode[] = [...drawn]
  if (left > 0 && rest > 0) nodes.push({ id: '+others', amount: rest, what: { kind: 'others', count: left } })
  if (overdraft > 0) nodes.push({ id: '+overdraft', amount: overdraft, what: { kind: 'overdraft' } })
  if (balance > 0) nodes.push({ id: '+balance', amount: balance, what: { kind: 'balance' } })
  return nodes
}

/** Puts nodes below each other, their heights in the measure of their amounts. */
const placed = (nodes: readonly FlowNode[], whole: number): readonly PlacedFlowNode[] => {
  let top = 0
  return nodes.map((node) => {
    const height = node.amount / whole
    const here = { ...node, top, height }
    top += height
    return here
  })
}

/**
 * What flowed into an account and out of it. Both sides are equally high: what was there before is a source, what is
 * there at the end a use, and an overdraft the other way round.
 */
export const flowOf = (
  money: AccountMoney,
): { readonly sources: readonly PlacedFlowNode[]; readonly uses: readonly PlacedFlowNode[] } => {
  const { opening_balance: opening, closing_balance: closing, total } = money
  const sources = sideOf(money, 'in', total.in, Math.max(0, opening), Math.max(0, -closing))
  const uses = sideOf(money, 'out', total.out, Math.max(0, closing), Math.max(0, -opening))
  const whole = Math.max(
    ...[sources, uses].map((side) => side.reduce((sum, { amount }) => sum + amount, 0)),
    Number.MIN_VALUE,
  )
  return { sources: placed(sources, whole), uses: placed(uses, whole) }
}
