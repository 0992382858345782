import { fieldRefused } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'

/** Where a walk stands: the sorting value and the identifier of the last item. */
export type Position = readonly [value: number, id: number | string]

/** A position as callers carry it; it says nothing that they may rely on. */
export const encodeCursor = (walk: string, [value, id]: Position): string =>
  Buffer.from(JSON.stringify([walk, value, id])).toString('base64url')

/** Reads a cursor back; one of another walk, or none at all, is refused. */
export const decodeCursor = (walk: string, text: string | undefined): Result<Position | null, Refusal> => {
  if (text === undefined) return ok(null)
  const bad = fail(fieldRefused('after', 'is no cursor of this list and order'))
  try {
    const read = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown
    if (!Array.isArray(read) || read.length !== 3 || read[0] !== walk) return bad
    const [, value, id] = read as unknown[]
    return typeof value === 'number' &&
      Number.isFinite(value) &&
      (typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)))
      ? ok([value, id])
      : bad
  } catch {
    return bad
  }
}
