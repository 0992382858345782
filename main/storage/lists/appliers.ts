import { redactedText } from '../../../shared/schema/case.ts'
import { watchlistKey, type ListFormat, type ListSettings } from '../../../shared/schema/lists.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { Applier, Area, EntryDraft, OpenedEntry, ProjectionTx } from '../ledger/ledger.ts'

/** What is sealed where a version of a list comes in force. */
export interface ListActivation {
  readonly key: string
  readonly version: number
  readonly previousVersion: number | null
  readonly sha256: string
  /** SHA-256 of the files beside it. */
  readonly parts: Readonly<Partial<Record<'alt' | 'add', string>>>
  readonly bytes: number
  readonly format: ListFormat
  readonly publishedAtMs: number | null
  readonly entries: number
  readonly names: number
  readonly skipped: number
  /** Of its entries as they were read ([contentsDigest](./contents-digest.ts)). */
  readonly contentsSha256: string
  readonly changes: { readonly added: number; readonly removed: number; readonly changed: number } | null
  readonly fileName: string
  /** Why an earlier version came back, where one did. */
  readonly reason: string | null
}

/**
 * A version of a list is screened by from now on. The file's name and the reason are a person's words, so they are
 * bound by digest only.
 */
export const listInForce = (activation: ListActivation): EntryDraft => ({
  case: 'workspace',
  type: 'screening_list.in_force',
  subject: activation.key,
  pub: {
    version: activation.version,
    previous_version: activation.previousVersion,
    sha256: activation.sha256,
    parts: { ...activation.parts },
    bytes: activation.bytes,
    format: activation.format,
    published_at: activation.publishedAtMs === null ? null : toTimestamp(activation.publishedAtMs),
    entries: activation.entries,
    names: activation.names,
    skipped: activation.skipped,
    contents_sha256: activation.contentsSha256,
    changes: activation.changes === null ? null : { ...activation.changes },
  },
  withheld: { file_name: activation.fileName, ...(activation.reason === null ? {} : { reason: activation.reason }) },
})

/** A list is called so, and may be so old. */
export const listConfigured = (
  key: string,
  { title, warn_days: warn, stale_days: stale }: ListSettings,
): EntryDraft => ({
  case: 'workspace',
  type: 'screening_list.configured',
  subject: key,
  pub: { warn_days: warn, stale_days: stale },
  withheld: { title },
})

// What a folder sealed before it joined says nothing of the workspace that it joined (Y-14).
const counts = async (tx: ProjectionTx, { payload }: OpenedEntry): Promise<boolean> =>
  watchlistKey.safeParse(payload.subject).success && !(await deviceIdsOf(tx.sql, payload)).beforeJoining

const isCount = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0
const isHash = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/u.test(value)

const inForce: Applier = async (tx, entry) => {
  const { subject, pub, dev } = entry.payload
  const { version, sha256, published_at: published } = pub
  if (!isCount(version) || !isHash(sha256) || !(await counts(tx, entry))) return
  const publishedMs = typeof published === 'string' ? Date.parse(published) : Number.NaN
  await tx.sql.run(
    'insert into watchlist_activations (entry, list, device, version, sha256, published_at, at) values (?, ?, ?, ?, ?, ?, ?)',
    entry.id,
    subject,
    dev,
    version,
    sha256,
    Number.isSafeInteger(publishedMs) ? publishedMs : null,
    entry.atMs,
  )
}

const configured: Applier = async (tx, entry) => {
  const { subject, pub } = entry.payload
  const { warn_days: warn, stale_days: stale } = pub
  if (!isCount(warn) || !isCount(stale) || !(await counts(tx, entry))) return
  const title = entry.disclosures['title']?.value
  await tx.sql.run(
    'insert into watchlist_settings (key, title, warn_days, stale_days) values (?, ?, ?, ?) on conflict (key) do update set title = excluded.title, warn_days = excluded.warn_days, stale_days = excluded.stale_days',
    subject,
    typeof title === 'string' ? title.toWellFormed() : redactedText,
    warn,
    stale,
  )
}

/** Which versions of lists are in force, and how old lists may be, as the ledger takes it in. */
export const listsArea: Area = {
  appliers: { 'screening_list.in_force': inForce, 'screening_list.configured': configured },
}
