import { bulkOutcome } from '../bulk-outcome.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { redactedText } from '../../../shared/schema/case.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { breakingGlass, readingAccess, settingAccess } from '../need-to-know/access-commands.ts'
import type { Applier, LedgerTx } from '../ledger/ledger.ts'
import { foundQuotations, quotationsOf } from '../reports/quotations.ts'
import type { BulkOutcome, CaseStore, Changed, CommandOptions, DecisionOptions, StatusAnswer } from './case-store.ts'
import { changeCase, notFound } from './change-case.ts'
import { changeStatus } from './change-status.ts'
import type { StatusInput } from './change-status.ts'
import type { ChangedCase, CommandFor } from './change-case.ts'
import { hasCase } from './has-case.ts'
import { changeLinks } from './link-case.ts'
import { createListing } from './list.ts'
import { hubTimeWhereWrong, openCase } from './open-case.ts'
import { withNumbers } from './with-numbers.ts'
import type { CaseParts } from './parts.ts'
import { activeUser, readPeople } from './people.ts'
import { createReads, disclosedText } from './read-case.ts'
import { eraseDisclosures, redactionOf, scrubLog } from './redaction.ts'
import { createTimelines } from './timeline.ts'
import { readRelations } from './read-relations.ts'
import { relateCases, unknownOther, unrelateCases } from './relate.ts'
import { suggestRelations } from './suggest-relations.ts'

type Answer<T> = Promise<Result<T, Refusal>>

const unknownOwner = refusal('unknown_reference', 'There is no active user with this id who may own a case.', [
  { path: 'owner_id', message: 'is no active user who may own a case' },
])

/** The command of an assignment; the names of both owners are frozen with it. */
const assignment =
  (ownerId: number, notes: string | undefined, settles?: string): CommandFor =>
  async (state, tx) => {
    const owner = await activeUser(tx.sql, ownerId)
    if (owner === null || owner.role === 'auditor') return fail(unknownOwner)
    const people = await readPeople(tx.sql)
    return {
      kind: 'assign',
      owner,
      presentOwnerName: people.get(state.ownerUid)?.name ?? state.ownerUid,
      ...(notes === undefined ? {} : { notes }),
      ...(settles === undefined ? {} : { settles }),
    }
  }

const notOpen = refusal('already_done', 'This conflict is settled already.')
const noConflict = refusal('unknown_reference', 'The case has no conflict with this entry.', [
  { path: 'settles', message: 'is no entry of this case that was overtaken' },
])

/** A command that settles a conflict of its case: refused unless that is open. */
const settling =
  (loser: string | undefined, commandFor: CommandFor): CommandFor =>
  async (state, tx) => {
    if (loser === undefined) return await commandFor(state, tx)
    const row = await tx.sql.get<{ settled: string | null }>(
      'select settled from conflicts where loser = ? and case_id = ?',
      loser,
      state.id,
    )
    if (row === undefined) return fail(noConflict)
    return row.settled === null ? await commandFor(state, tx) : fail(notOpen)
  }

const editing =
  ({ ledger, vault }: CaseParts, input: Parameters<CaseStore['edit']>[1]): CommandFor =>
  (state) => {
    const present = disclosedText(ledger.sql, vault, state.id, state.descriptionDigest)
    return { kind: 'edit', ...input, presentDescription: present === redactedText ? null : present }
  }

/** What is to be erased of which case. */
interface Redaction {
  readonly id: number
  readonly input: Parameters<CaseStore['redact']>[1]
  readonly options: Parameters<CaseStore['redact']>[2]
}

/** Erases a value of a case, and with it the quotations of it where that was asked for. */
const redactWithin = async (
  tx: LedgerTx,
  parts: CaseParts,
  appliers: ReadonlyMap<string, Applier>,
  { id, input, options }: Redaction,
): ReturnType<CaseStore['redact']> => {
  const { ledger } = parts
  const quotations = quotationsOf(ledger.sql, parts.vault, id, input)
  const together = input.with_quotations === true ? quotations : []
  const done = await changeCase(tx, parts, id, () => redactionOf(tx, id, input, together), options)
  if (!done.ok) return done
  const erased = await eraseDisclosures(tx, { sql: ledger.sql, vault: parts.vault, appliers }, id, input, together)
  return ok({
    ...done.value.changed,
    ...erased,
    quotations_erased: together.length,
    also_quoted_in: together.length > 0 ? [] : [...quotations],
  })
}

/** Changes each case by itself, and answers what became of it. */
const bulk = async (
  ids: readonly number[],
  one: (id: number) => Answer<Pick<Changed, 'entry_id'>>,
): Answer<BulkOutcome> => {
  // Each case is its own job, so each is changed or refused by itself; they share their commits.
  const outcomes = await Promise.all([...new Set(ids)].map(async (id) => ({ id, result: await one(id) })))
  return ok(bulkOutcome(outcomes))
}

/** How commands on cases run: each in one transaction, with what is kept beside its answer. */
const createCommanding = (parts: CaseParts) => {
  /** What a transaction makes of cases; with what is kept beside its answer. */
  const answered = <T>(options: CommandOptions<T>, act: (tx: LedgerTx) => Answer<T>): Answer<T> =>
    parts.ledger.write(options.actor, async (tx) => {
      const result = await act(tx)
      if (result.ok) await options.inTransaction?.(tx, result.value)
      return result
    })

  /** One command on one case, answered by what `present` makes of the changed case. */
  const command = <T>(
    id: number,
    options: CommandOptions<T>,
    commandFor: CommandFor,
    present: (changed: ChangedCase) => T,
  ): Answer<T> =>
    answered(options, async (tx) => {
      const result = await changeCase(tx, parts, id, commandFor, options)
      return result.ok ? ok(present(result.value)) : result
    })

  return { answered, command }
}

/** What most commands answer. */
const plain = ({ changed }: ChangedCase): Changed => changed

/** Who may know a case: read, set, and by a broken glass. */
const accessCommands = (parts: CaseParts): Pick<CaseStore, 'access' | 'setAccess' | 'breakGlass'> => {
  const { answered, command } = createCommanding(parts)
  return {
    access: readingAccess(parts),
    setAccess: (id, input, options) => command(id, options, settingAccess(input, options.actor), plain),
    breakGlass: (named, reason, options) => answered(options, (tx) => breakingGlass(tx, parts, named, reason, options)),
  }
}

/** Makes the store. */
export const createCaseStore = (parts: CaseParts, appliers: ReadonlyMap<string, Applier>): CaseStore => {
  const { ledger, checkpoints } = parts

  const { answered, command } = createCommanding(parts)

  const relink = (
    id: number,
    kind: 'link' | 'unlink',
    input: Parameters<CaseStore['link']>[1],
    options: CommandOptions<Changed>,
  ): Answer<Changed> =>
    answered(options, async (tx) => {
      const result = await changeLinks(tx, parts, id, { kind, input }, options)
      return result.ok ? ok(result.value.changed) : result
    })

  const move = (id: number, input: StatusInput, options: DecisionOptions<StatusAnswer>): Answer<StatusAnswer> =>
    answered(options, (tx) =>
      changeStatus(tx, parts, id, input, { ...options, wrap: (commandFor) => settling(options.settles, commandFor) }),
    )

  const relate: CaseStore['relate'] = (id, input, options) =>
    answered(options, (tx) => relateCases(tx, parts, id, input, options))

  const redact: CaseStore['redact'] = async (id, input, options) => {
    const result = await answered(options, (tx) => redactWithin(tx, parts, appliers, { id, input, options }))
    if (!result.ok) return result
    await parts.endCopies()
    if (!(await ledger.between(() => scrubLog(parts.writer))))
      parts.env.log.warn('another process reads the database: the log will be cut at the next checkpoint')
    return result
  }

  const timelines = createTimelines(parts)
  return {
    create: (input, options) =>
      withNumbers(
        parts,
        async () => {
          const { clock } = parts.env
          return input.imported?.createdAtMs ?? (await hubTimeWhereWrong(parts.sql, clock)) ?? clock.nowMs()
        },
        () => ledger.write(options.actor, (tx) => openCase(tx, parts, input, options)),
      ),
    changeStatus: move,
    edit: (id, input, options) => command(id, options, editing(parts, input), plain),
    changePriority: (id, { priority, notes }, options) =>
      command(
        id,
        options,
        () => ({ kind: 'priority', priority, notes }),
        ({ state, changed }) => ({
          ...changed,
          priority: state.priority,
          sla_due_at: toTimestamp(state.slaDueAtMs),
        }),
      ),
    assign: (id, { owner_id: ownerId, notes }, options) =>
      command(
        id,
        options,
        settling(options.settles, assignment(ownerId, notes, options.settles)),
        ({ state, changed }) => ({ ...changed, owner_id: state.ownerId }),
      ),
    settle: (id, loser, notes, options) =>
      command(
        id,
        options,
        settling(loser, () => ({ kind: 'settle', loser, ...(notes === undefined ? {} : { notes }) })),
        plain,
      ),
    addNote: (id, { text }, options) => command(id, options, () => ({ kind: 'note', text }), plain),
    link: (id, input, options) => relink(id, 'link', input, options),
    unlink: (id, input, options) => relink(id, 'unlink', input, options),
    placeHold: (id, { reason }, options) => command(id, options, () => ({ kind: 'hold', reason }), plain),
    releaseHold: (id, { reason }, options) => command(id, options, () => ({ kind: 'release', reason }), plain),
    ...accessCommands(parts),
    quotations: (id, input) =>
      Promise.resolve(!hasCase(parts.sql, id) ? fail(notFound) : foundQuotations(parts.sql, parts.vault, id, input)),
    redact,
    bulkStatus: ({ case_ids: ids, ...input }, options) => bulk(ids, (id) => move(id, input, options)),
    bulkAssign: async ({ case_ids: ids, owner_id: ownerId, notes }, options) => {
      const owner = await activeUser(parts.sql, ownerId)
      return owner === null || owner.role === 'auditor'
        ? fail(unknownOwner)
        : await bulk(ids, (id) => command(id, options, assignment(ownerId, notes), plain))
    },
    relate,
    unrelate: (id, input, options) => answered(options, (tx) => unrelateCases(tx, parts, id, input, options)),
    bulkRelate: async ({ case_ids: ids, ...input }, options) =>
      hasCase(parts.sql, input.other_id) ? await bulk(ids, (id) => relate(id, input, options)) : fail(unknownOther),
    relations: readRelations(parts),
    suggestRelations: suggestRelations(parts),
    ...createListing(parts),
    ...createReads(parts),
    timeline: timelines.timeline,
    entry: async (id, entryId) => {
      await checkpoints.signChain(id)
      return await timelines.entry(id, entryId)
    },
    checkpoint: async (id) => {
      await checkpoints.signChain(id)
      return await timelines.checkpoint(id)
    },
  }
}
