/** Scored activities with whom they belong to; a row an activity. */
export interface ScoredCards {
  readonly scores: Float64Array
  readonly labels: Uint8Array
  /** Number of the card (customer). */
  readonly cards: Int32Array
  /** Number of the day. */
  readonly days: Int32Array
}

export interface CardPrecisionDay {
  readonly day: number
  /** Compromised cards of the day, without those found on earlier ones. */
  readonly compromised: number
  /** Of these, among the k with the highest scores. */
  readonly found: number
  readonly precision: number
}

export interface CardPrecision {
  readonly k: number
  /** Mean over the days; null without any. */
  readonly value: number | null
  readonly byDay: readonly CardPrecisionDay[]
}

interface Card {
  readonly card: number
  score: number
  isCompromised: boolean
}

const cardsOfDay = (
  { scores, labels, cards }: ScoredCards,
  rows: readonly number[],
  found: ReadonlySet<number>,
): Card[] => {
  const byCard = new Map<number, Card>()
  for (const row of rows) {
    const card = cards[row] as number
    if (found.has(card)) continue
    const score = scores[row] as number
    const known = byCard.get(card)
    if (known === undefined) byCard.set(card, { card, score, isCompromised: labels[row] === 1 })
    else {
      known.score = Math.max(known.score, score)
      known.isCompromised ||= labels[row] === 1
    }
  }
  return [...byCard.values()].sort((left, right) => right.score - left.score || left.card - right.card)
}

/**
 * Card Precision@k (Le Borgne et al., "Reproducible Machine Learning for Credit Card Fraud Detection", chapter 4): a
 * card's score on a day is the highest of its activities; of the k cards with the highest scores it counts how many had
 * a fraud that day, divided by k also where there are fewer cards; a compromised card that was found is left out on
 * later days; the answer is the mean over the days.
 */
export const cardPrecision = (scored: ScoredCards, k: number): CardPrecision => {
  const rowsByDay = new Map<number, number[]>()
  scored.days.forEach((day, row) => {
    const rows = rowsByDay.get(day)
    if (rows === undefined) rowsByDay.set(day, [row])
    else rows.push(row)
  })
  const found = new Set<number>()
  const byDay = [...rowsByDay.keys()]
    .sort((left, right) => left - right)
    .map((day): CardPrecisionDay => {
      const cards = cardsOfDay(scored, rowsByDay.get(day) ?? [], found)
      const hits = cards.slice(0, k).filter(({ isCompromised }) => isCompromised)
      for (const { card } of hits) found.add(card)
      return {
        day,
        compromised: cards.filter(({ isCompromised }) => isCompromised).length,
        found: hits.length,
        precision: hits.length / k,
      }
    })
  const value = byDay.length === 0 ? null : byDay.reduce((sum, { precision }) => sum + precision, 0) / byDay.length
  return { k, value, byDay }
}
