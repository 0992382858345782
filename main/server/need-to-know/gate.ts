import type { Operation } from '../../../shared/api/operation.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { thingsNamedBy, worksForItself } from '../../domain/access/named-things.ts'
import type { NamedThing, ThingKind } from '../../domain/access/named-things.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { isCsvAnswer } from '../http/call.ts'
import type { Call, CsvAnswer, Route } from '../http/call.ts'

type KnownWorkspace = Pick<Workspace, 'asking' | 'hides' | 'caseOf'>
type Id = number | string

/** Ids that nothing has, each in the place of one that whoever asks may not know. */
type Stands = Map<Id, Id>

/** No device gives out ids as high as these. */
const firstUnused = Number.MAX_SAFE_INTEGER - 100_000

const unusedId = (kind: ThingKind, id: Id, place: number): Id => {
  const digits = String(firstUnused + place)
  if (typeof id === 'number') return firstUnused + place
  if (kind === 'conflict' || kind === 'set_aside') return digits.padStart(64, '0')
  return kind === 'case_number' ? `NONE-${digits}` : `ffffffff-ffff-7fff-8000-${digits.slice(-12).padStart(12, '0')}`
}

/**
 * Puts ids that nothing has in the place of those that are hidden, along a path (`case_ids[]`, `alerts[].id`); answers
 * the same object where nothing is.
 */
const replacedAt = (value: unknown, path: readonly string[], replace: (id: Id) => Id): unknown => {
  const [step, ...rest] = path
  if (step === undefined) return typeof value === 'number' || typeof value === 'string' ? replace(value) : value
  if (typeof value !== 'object' || value === null) return value
  const name = step.endsWith('[]') ? step.slice(0, -2) : step
  const held = (value as Record<string, unknown>)[name]
  if (held === undefined) return value
  const next =
    step.endsWith('[]') && Array.isArray(held)
      ? held.map((item: unknown) => replacedAt(item, rest, replace))
      : replacedAt(held, rest, replace)
  return { ...value, [name]: next }
}

/** What the answer says of the ids that were put in: it names those that were asked for. */
const namedAsAsked = <T>(said: T, stands: Stands): T =>
  stands.size === 0
    ? said
    : (JSON.parse(
        [...stands].reduce(
          (text, [stand, asked]) => text.replaceAll(String(stand), String(asked)),
          JSON.stringify(said),
        ),
      ) as T)

/** A streamed answer is read for whoever asked, whoever takes it. */
async function* rowsFor(rows: AsyncIterable<string>, within: <R>(act: () => R) => R): AsyncGenerator<string> {
  const iterator = within(() => rows[Symbol.asyncIterator]())
  try {
    for (;;) {
      const next = await within(() => iterator.next())
      if (next.done === true) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}

/**
 * L-103: answers an operation for whoever asks. What they may not know is not there for them: an id of it is passed on
 * as one that nothing has, so that the answer is made as for an unknown id, and what is read leaves it out.
 */
export const answeredFor = async (
  { asking, hides, caseOf }: KnownWorkspace,
  operation: Operation,
  call: Call<Operation>,
  handler: Route['handler'],
): Promise<Result<unknown, Refusal>> => {
  const uid = call.caller.userUid
  const within = <R>(act: () => R): R =>
    worksForItself.has(operation.id) ? asking.forItself(act) : asking.for(uid, act)
  const stands: Stands = new Map()
  const standFor =
    ({ kind }: NamedThing) =>
    (id: Id): Id => {
      const caseId = caseOf({ kind, id })
      if (caseId === null || !hides(uid, caseId)) return id
      const stand = unusedId(kind, id, stands.size)
      stands.set(stand, id)
      return stand
    }
  const parts = thingsNamedBy(operation).reduce(
    (request, thing) => replacedAt(request, thing.at.split('.'), standFor(thing)) as typeof request,
    { params: call.params, query: call.query, body: call.body },
  )
  const done = await within(() => handler({ ...call, ...parts }))
  if (!done.ok) return fail(namedAsAsked(done.error, stands))
  if (!isCsvAnswer(done.value)) return ok(namedAsAsked(done.value, stands))
  const streamed: CsvAnswer = { ...done.value, rows: rowsFor(done.value.rows, within) }
  return ok(streamed)
}
