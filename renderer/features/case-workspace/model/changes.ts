import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { firstFact, type Fact } from './entryFacts.ts'

/**
 * How a value is written: as a state's or priority's name, a person, a time, identifiers, a piece of evidence, or as it
 * is.
 */
export type ValueKind =
  | 'status'
  | 'priority'
  | 'user'
  | 'time'
  | 'ids'
  | 'hours'
  | 'basis'
  | 'piece'
  | 'file'
  | 'bytes'
  | 'hash'
  | 'method'
  | 'relation'
  | 'disclosed'
  | 'amount'
  | 'alert'
  | 'alertStatus'
  | 'risk'
  | 'outcome'
  | 'caseOutcome'
  | 'access'
  | 'people'
  | 'caseRelation'
  | 'case'
  | 'task'
  | 'text'

/** One thing that an entry changed or states. `from` is null where there was nothing before. */
export interface StatedChange {
  readonly field: string
  readonly kind: ValueKind
  readonly from: Fact | null
  readonly to: Fact | null
}

/** What an entry states under the first of several names that it has; nothing where it has none of them. */
export const named = (
  field: string,
  kind: ValueKind,
  entry: TimelineEntry,
  names: readonly string[] = [field],
): StatedChange[] => {
  const to = firstFact(entry, names)
  return to === null ? [] : [{ field, kind, from: null, to }]
}

/** Any value as text: strings as they are, lists with commas, the rest as JSON. */
export const plainText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((item) => typeof item === 'number' || typeof item === 'string'))
    return value.join(', ')
  return JSON.stringify(value)
}
