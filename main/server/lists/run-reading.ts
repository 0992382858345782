import type { Refusal } from '../../../shared/api/errors.ts'
import type { ListEncoding, ListImport } from '../../../shared/schema/lists.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { ListFault } from '../../domain/lists/fault.ts'
import { createNotes } from '../../domain/lists/notes.ts'
import type { ListDraft, ListStore, NewVersion } from '../../storage/lists/list-store.ts'
import type { ImportActor } from '../imports/ports.ts'
import { readList, type ListFiles } from './read-list.ts'

/** Where the reading of a list stands. */
export interface ListReadingState {
  progress: number
  entries: number
  names: number
  skipped: number
  notes: readonly string[]
  publishedAtMs: number | null
  changes: ListImport['changes']
  version: number | null
  unchanged: boolean
  needsConfirmation: ListImport['needs_confirmation']
  error: string | null
}

/** Before anything was read. */
export const freshReading = (): ListReadingState => ({
  progress: 0,
  entries: 0,
  names: 0,
  skipped: 0,
  notes: [],
  publishedAtMs: null,
  changes: null,
  version: null,
  unchanged: false,
  needsConfirmation: null,
  error: null,
})

/** What is to be read, and what of it may be taken. */
export interface ReadingOrder {
  readonly files: ListFiles
  readonly version: NewVersion
  readonly encoding: ListEncoding | undefined
  /** Of a list that is made by it. */
  readonly title: string
  readonly allowShrink: boolean
  readonly allowOlder: boolean
  readonly dryRun: boolean
  readonly isCancelled: () => boolean
}

/** Records that name nobody: so many of all, or so few, are no sign of a broken file. */
const skippedShare = 0.05
const skippedFew = 10

/** Thrown through the reader where storage refuses; expected, so `runReading` turns it into its error. */
class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Whether what was read may take the place of what is in force; says in the state why not. */
const check = (
  state: ListReadingState,
  draft: ListDraft,
  { allowShrink, allowOlder }: ReadingOrder,
): Result<void, string> => {
  const { entries, skipped } = state
  if (entries === 0)
    return fail(
      skipped === 0 ? 'the file holds no entry' : `the file holds no entry: its ${skipped} records name nobody`,
    )
  if (skipped > skippedFew && skipped > skippedShare * (entries + skipped))
    return fail(
      `${skipped} of ${entries + skipped} records name nobody: so the list is not made, or its format is another`,
    )
  const before = draft.inForce()
  state.changes = draft.compare()
  if (before === null || state.changes === null) return ok(undefined)
  const kept = before.entries - state.changes.removed
  if (!allowShrink && kept * 2 < before.entries) {
    state.needsConfirmation = 'shrink'
    return fail(
      `of the ${before.entries} entries in force the file has ${kept}, fewer than half: it may be another list, or only a part. Nothing was changed; confirm it to take it all the same`,
    )
  }
  if (
    !allowOlder &&
    before.publishedAtMs !== null &&
    state.publishedAtMs !== null &&
    state.publishedAtMs < before.publishedAtMs
  ) {
    state.needsConfirmation = 'older'
    return fail(
      `the file was published on ${toTimestamp(state.publishedAtMs).slice(0, 10)}, before the version in force (${toTimestamp(before.publishedAtMs).slice(0, 10)}). Nothing was changed; confirm it to take it all the same`,
    )
  }
  return ok(undefined)
}

const finish = async (state: ListReadingState, draft: ListDraft, order: ReadingOrder): Promise<void> => {
  const checked = check(state, draft, order)
  if (!checked.ok) {
    state.error = checked.error
    return
  }
  const { changes } = state
  if (
    draft.inForce()?.isSameFile === true &&
    changes !== null &&
    changes.added + changes.removed + changes.changed === 0
  ) {
    state.unchanged = true
    return
  }
  if (order.dryRun || order.isCancelled()) return
  const put = await draft.putInForce({ publishedAtMs: state.publishedAtMs, skipped: state.skipped, title: order.title })
  if (put.ok) state.version = put.value
  else state.error = put.error.message
}

/**
 * Reads a list into a version, and puts it in force where it passes every check. Whatever goes wrong before leaves the
 * version in force as it is, and nothing of the new one.
 * The state says how it stands; `error` is a clause.
 */
export const runReading = async (
  state: ListReadingState,
  order: ReadingOrder,
  lists: ListStore,
  actor: ImportActor,
): Promise<void> => {
  const begun = await lists.begin(order.version, actor)
  if (!begun.ok) {
    state.error = begun.error.message
    return
  }
  const draft = begun.value
  const notes = createNotes()
  const see = (): void => {
    Object.assign(state, {
      ...draft.counts(),
      skipped: notes.skipped,
      notes: notes.texts,
      publishedAtMs: notes.publishedAtMs,
    })
  }
  try {
    const whole = await readList(order.files, {
      format: order.version.format,
      encoding: order.encoding,
      notes,
      take: async (entries) => {
        const taken = await draft.add(entries)
        if (!taken.ok) throw new Refused(taken.error)
        see()
      },
      onBytes: (count, passes) => {
        state.progress += count / (Math.max(1, order.version.bytes) * passes)
      },
      isCancelled: order.isCancelled,
    })
    see()
    if (whole) await finish(state, draft, order)
  } catch (error) {
    see()
    if (error instanceof ListFault) state.error = `the file ${error.message}`
    else if (error instanceof Refused) state.error = error.refusal.message
    else throw error
  } finally {
    await draft.drop()
  }
}
