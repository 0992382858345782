import { z } from 'zod'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { NoteVerifier } from '../seal/checkpoint.ts'
import { parseVerifierKey } from '../seal/verifier-key.ts'

/** Whom a build believes about updates: what is compiled into it, and comes from nowhere else (U-10). */
export interface UpdateTrust {
  /** The keys that sign feeds. */
  readonly keys: readonly NoteVerifier[]
  /** How many of them must have signed. */
  readonly threshold: number
  /** The key of the release log; its name is the log's origin. */
  readonly log: NoteVerifier
  readonly witnesses: readonly NoteVerifier[]
  /** How many witnesses must have cosigned the log. */
  readonly quorum: number
}

const trustText = z.strictObject({
  keys: z.array(z.string()).max(20),
  threshold: z.int().min(0),
  log: z.string(),
  witnesses: z.array(z.string()).max(20),
  quorum: z.int().min(0),
})

const readKeys = (texts: readonly string[], kind: 'log' | 'witness'): readonly NoteVerifier[] | null => {
  const keys = texts.map((text) => parseVerifierKey(text, kind))
  return keys.some((key) => key === null) ? null : (keys as NoteVerifier[])
}

/**
 * Reads whom a build believes, from the JSON that was compiled in: verifier keys as C2SP writes them.
 *
 * @returns null where it names no key at all, as a build without updates; an error in words where it cannot be meant
 */
export const parseUpdateTrust = (value: unknown): Result<UpdateTrust | null, string> => {
  const read = trustText.safeParse(value)
  if (!read.success) return fail('it does not have the members keys, threshold, log, witnesses and quorum')
  const { threshold, quorum } = read.data
  if (read.data.keys.length === 0 && read.data.log === '') return ok(null)
  const keys = readKeys(read.data.keys, 'log')
  const log = parseVerifierKey(read.data.log, 'log')
  const witnesses = readKeys(read.data.witnesses, 'witness')
  if (keys === null || log === null || witnesses === null) return fail('a key in it is no verifier key of its kind')
  if (threshold < 1 || threshold > keys.length) return fail('the threshold must be from 1 to the number of keys')
  if (quorum > witnesses.length) return fail('the quorum must be at most the number of witnesses')
  const all = [...keys, log, ...witnesses].map(({ publicKeyRaw }) => Buffer.from(publicKeyRaw).toString('hex'))
  // One key under two names would sign for two.
  if (new Set(all).size < all.length) return fail('a key stands in it twice')
  return ok({ keys, threshold, log, witnesses, quorum })
}
