import { monthNumber } from './months.ts'
import { plainWord } from './words.ts'

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u).map(plainWord))

const balances = wordsOf(
  'balance bal saldo solde zůstatek zostatok egyenleg bakiye остаток сальдо баланс залишок салдо υπόλοιπο likutis',
)

/** Words that are a balance without another. */
const balancesAlone = wordsOf(
  `kontostand anfangssaldo endsaldo startsaldo schlusssaldo abschlusssaldo anfangsbestand endbestand saldovortrag
   anfangskontostand endkontostand`,
)

/** What makes a balance of the word for one; the last payment of a sum is called so too. */
const makesBalance = wordsOf(
  `opening closing beginning ending starting previous brought carried forward bf cf fwd bfwd cfwd available ledger
   alter neuer aktueller créditeur crediteur débiteur debiteur initial précédent precedent ancien nouveau comptable
   inicial anterior actual disponible contable iniziale precedente contabile disponibile atual disponível
   początkowe końcowe počáteční konečný nyitó záró inițial входящий исходящий`,
)

/** Words between them, which say nothing by themselves. */
const between = wordsOf(
  `as of at on per zum vom am den der des au du le la de al a del el na ke dni dzień am from last statement page period
   month your account b c f d date на за`,
)

const sums = wordsOf('total totals totaal totale totali summe suma somme')
const sumsAlone = wordsOf(
  'zwischensumme gesamtsumme endsumme subtotal итого всего 合計 小計 合计 小计 总计 總計 المجموع الإجمالي 합계 총계 összesen σύνολο',
)
const makesSum = wordsOf(
  `grand general général generale month monthly period day daily page all debits credits debit credit débits crédits
   mouvements opérations movimientos cargos abonos deposits withdrawals transactions umsätze soll haben entrées sorties`,
)
const besideSum = wordsOf('for of the in out and per im für de des du del di')

const isNumber = (word: string): boolean => /^\d{1,4}$/u.test(word)

/** Before the day of a balance; the last payment of a month is written without. */
const before = wordsOf('as at on per zum am au al na ke на')

/** Whether a phrase holds a day: three numbers, one beside the name of a month, or two behind a word for it. */
const holdsDay = (words: readonly string[]): boolean => {
  const numbers = words.filter(isNumber).length
  return (
    numbers >= 3 ||
    (numbers >= 1 && words.some((word) => monthNumber(word) !== undefined)) ||
    (numbers === 2 && words.some((word) => before.has(word)))
  )
}

const isOfDate = (word: string): boolean => isNumber(word) || monthNumber(word) !== undefined

const mayName =
  /bal|sald|solde|stav|z[ůo]stat|egyenleg|bakiye|остат|баланс|сальд|залишок|салдо|υπόλοιπο|likut|kontost|bestand/iu
const maySum = /tota|summ|suma|somm|итого|всего|[合小总總]|مجموع|إجمالي|합계|총계|összesen|σύνολο/iu

/**
 * Whether all words of a cell are those in which a statement writes a balance: `Saldo per 31.03.2026`, `Balance
 * b/fwd`. `New Balance`, and `Saldo` alone, are names of payments too.
 */
export const isBalancePhrase = (cell: string): boolean => {
  if (!mayName.test(cell)) return false
  const words = plainWord(cell).split(' ')
  if (words.some((word) => balancesAlone.has(word)))
    return words.every(
      (word) => balancesAlone.has(word) || makesBalance.has(word) || between.has(word) || isOfDate(word),
    )
  return (
    words.some((word) => balances.has(word)) &&
    words.every((word) => balances.has(word) || makesBalance.has(word) || between.has(word) || isOfDate(word)) &&
    (words.some((word) => makesBalance.has(word)) || holdsDay(words))
  )
}

/**
 * Whether all words of a cell are those in which a sum of several rows is written: `Summe März`, `Total débits`.
 * Somebody may be called Total.
 */
export const isSumPhrase = (cell: string): boolean => {
  if (!maySum.test(cell)) return false
  const words = plainWord(cell).split(' ')
  if (words.some((word) => sumsAlone.has(word)))
    return words.every((word) => sumsAlone.has(word) || besideSum.has(word) || isOfDate(word))
  return (
    words.some((word) => sums.has(word)) &&
    words.every((word) => sums.has(word) || makesSum.has(word) || besideSum.has(word) || isOfDate(word)) &&
    (words.some((word) => makesSum.has(word) || isOfDate(word)) || /[:：]\s*$/u.test(cell))
  )
}
