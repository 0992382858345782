import type { ReportForm } from '../../../shared/schema/reports.ts'

/** What is about to be erased of entries, or left out of a copy. */
export interface Doomed {
  /** Ids of the entries, lower-case hex. */
  readonly entryIds: ReadonlySet<string>
  /** The pieces of evidence that the entries are about. */
  readonly evidenceIds: ReadonlySet<number>
  /** The values as they were withheld. */
  readonly values: readonly unknown[]
}

/**
 * How a report quotes a value: a sentence names the entry, or the evidence of it, as its source; or the words of the
 * value stand in it.
 */
export type QuotedBy = 'source' | 'text'

/** Shorter texts stand in a form by chance. */
const tellingLength = 4

const lineOf = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim()

/**
 * The texts and numbers that a value is, or is a list of. What is put together of more says where it came from by the
 * sources alone.
 */
const wordsOf = (value: unknown): readonly string[] => {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value]
  return parts
    .flatMap((part) => (typeof part === 'string' ? [lineOf(part)] : typeof part === 'number' ? [String(part)] : []))
    .filter((word) => word !== '')
}

const isNumber = (word: string): boolean => /^\d+$/u.test(word)

/** Whether words stand in a text; a number only where it is no part of a longer one. */
const standsIn = (text: string, word: string): boolean => {
  if (word.length < tellingLength) return false
  return isNumber(word) ? new RegExp(`(?<!\\d)${word}(?!\\d)`, 'u').test(text) : text.includes(word)
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value === '' ? [] : [lineOf(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Whether the words of what is doomed stand in a text, or in any text of a form. */
export const holdsWords = (told: unknown, { values }: Doomed): boolean => {
  const texts = textsIn(told)
  const whole = new Set(texts)
  // Words hold no line break, so none stands across two texts; one search each, however many texts a form has.
  const together = texts.join('\n')
  return values.flatMap(wordsOf).some((word) => whole.has(word) || standsIn(together, word))
}

/**
 * How a form quotes what is doomed; a certificate names the entry of each piece. Whatever is written in other words than the value has, and names no source, is not
 * found: only a reader could.
 */
export const quotedBy = (form: ReportForm, doomed: Doomed): readonly QuotedBy[] => {
  const names = form.narrative.some(({ sources }) =>
    sources.some((source) =>
      source.kind === 'entry' ? doomed.entryIds.has(source.id) : doomed.evidenceIds.has(source.id),
    ),
  )
  const certifies = form.certificate?.record?.pieces.some(({ entry_id: id }) => doomed.entryIds.has(id)) ?? false
  return [
    ...(names || certifies ? (['source'] as const) : []),
    ...(holdsWords(form, doomed) ? (['text'] as const) : []),
  ]
}
