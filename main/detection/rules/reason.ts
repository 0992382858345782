import { amountTexts } from '../../../shared/text/money.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { PointedFinding } from './compile.ts'
import { factPathFault, profileFault } from './fields.ts'
import type { Node, RuleRun } from './run.ts'
import type { Slots } from './slots.ts'

/** Longest value that is put into a sentence, in UTF-16 units. */
const maxValue = 80

const unreadable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

const shown = (value: JsonValue): string | null => {
  if (value === null || value === '') return null
  if (typeof value === 'number') return String(Math.round(value * 100) / 100)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return Array.isArray(value) ? `${value.length} values` : 'a record'
  const plain = value.toWellFormed().replaceAll(unreadable, ' ')
  return plain.length > maxValue ? `${plain.slice(0, maxValue).toWellFormed()}…` : plain
}

/** A sentence with the values of the activity at hand. */
export type Sentence = (run: RuleRun) => string

type Piece =
  | string
  | {
      readonly node: Node
      readonly write: (value: JsonValue, run: RuleRun) => string | null
      readonly otherwise: string
    }

const amountText = amountTexts('en-GB')

/** What is paid, in the minor digits of its currency. */
const paid = (amount: JsonValue, { facts: { event } }: RuleRun): string | null => {
  const currency = Object.hasOwn(event, 'currency') ? event['currency'] : null
  return typeof amount === 'number' ? amountText(amount, typeof currency === 'string' ? currency : '') : shown(amount)
}

/** Compiles `{path}` and `{path|words where it is missing}` within a sentence; `{{` and `}}` are braces. */
export const compileReason = (
  template: string,
  features: ReadonlySet<string>,
  slots: Slots,
): {
  readonly sentence: Sentence
  readonly faults: readonly PointedFinding[]
  readonly outdated: readonly PointedFinding[]
} => {
  const faults: PointedFinding[] = []
  const outdated: PointedFinding[] = []
  const pieces: Piece[] = template.split(/(\{\{|\}\}|\{[^{}]*\})/u).map((piece) => {
    if (piece === '{{' || piece === '}}') return piece.slice(1)
    if (!piece.startsWith('{') || piece.length < 2) {
      if (/[{}]/u.test(piece))
        faults.push({
          pointer: '',
          message: 'holds a brace that is not closed or not opened; write {{ or }} for a brace',
        })
      return piece
    }
    const [path = '', ...words] = piece.slice(1, -1).split('|')
    const wrong = factPathFault(path.trim(), features)
    if (wrong !== null) faults.push({ pointer: '', message: wrong })
    const unheld = profileFault(path.trim())
    if (unheld !== null) outdated.push({ pointer: '', message: unheld })
    return {
      node: slots.of(path.trim()).node,
      write: path.trim() === 'event.amount' ? paid : shown,
      otherwise: words.join('|').trim() || 'unknown',
    }
  })
  const fixed = pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : null
  return {
    sentence: (run) =>
      fixed ??
      pieces
        .map((piece) =>
          typeof piece === 'string' ? piece : (piece.write(piece.node(run, null), run) ?? piece.otherwise),
        )
        .join(''),
    faults,
    outdated,
  }
}
