import { fieldRefused } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { eventTypes } from '../../../shared/schema/events.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'

/** The names that a reader takes; null: all. */
export type Wanted = ReadonlySet<string> | null

/** The names behind one part of a list: itself, or all that begin as `case.*` says. */
const namesOf = (part: string): readonly string[] =>
  part.endsWith('.*')
    ? eventTypes.filter((type) => type.startsWith(part.slice(0, -1)))
    : eventTypes.filter((type) => type === part)

/**
 * Reads a list of names separated by commas; a name that is none is refused, since a reader that waits for it would
 * wait for ever.
 */
export const wantedIn = (text: string | undefined): Result<Wanted, Refusal> => {
  if (text === undefined || text.trim() === '*') return ok(null)
  const wanted = new Set<string>()
  for (const part of text.split(',').map((name) => name.trim())) {
    const names = namesOf(part)
    if (names.length === 0)
      return fail(fieldRefused('query.types', 'holds what is no name of an event; GET /v4/events/ws lists them'))
    for (const name of names) wanted.add(name)
  }
  return ok(wanted)
}

/** Where a reader goes on: `Last-Event-ID`, which a browser sends by itself when it connects again, before `after`. */
export const cursorOf = (
  lastEventId: string | string[] | undefined,
  after: number | undefined,
): Result<number | undefined, Refusal> => {
  if (lastEventId === undefined || lastEventId === '') return ok(after)
  if (
    typeof lastEventId !== 'string' ||
    !/^[0-9]{1,16}$/u.test(lastEventId) ||
    !Number.isSafeInteger(Number(lastEventId))
  )
    return fail(fieldRefused('header.last-event-id', 'must be the id of an event'))
  return ok(Number(lastEventId))
}
