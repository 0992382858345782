import { readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { syncFolder } from '../../platform/private-files.ts'
import { codeOf, isAbsent } from '../../platform/system-error.ts'
import { refuseFile } from '../carried/fault.ts'
import { writeForHub } from './carry.ts'
import type { CarriedContent, WritingParts } from './carry.ts'
import { ReplicaRefused } from './replica.ts'
import type { HubRelation } from './replica.ts'

const ending = '.fieldseal-sync'
/** Stands in the name of a file for which the bytes of evidence were too many. */
const withoutEvidence = '-without-evidence'
const unfinished = '.unfinished'

/** A file that holds what the hub of a removed device never got. */
export interface UnsentFile {
  readonly path: string
  /** How many entries are in it, and how many pieces of evidence with their bytes; null: its name does not say. */
  readonly entries: number | null
  readonly pieces: number | null
  /** Whether the bytes of evidence that only this device has are in it. */
  readonly evidence: boolean
  /** By the clock of this computer. */
  readonly writtenAtMs: number
}

const named = /^unsent-(\d{1,15})-entries-(\d{1,15})-pieces-/u

const fileOf = (dir: string, name: string): UnsentFile => {
  const at = path.join(dir, name)
  const [, entries, pieces] = named.exec(name) ?? []
  return {
    path: at,
    entries: entries === undefined ? null : Number(entries),
    pieces: pieces === undefined ? null : Number(pieces),
    evidence: !name.endsWith(`${withoutEvidence}${ending}`),
    writtenAtMs: statSync(at).mtimeMs,
  }
}

/** The whole files that a folder has, the first by name first. */
export const unsentFiles = (dir: string): readonly UnsentFile[] => {
  try {
    return readdirSync(dir)
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => fileOf(dir, name))
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

interface UnsentParts extends WritingParts {
  /** Where the files lie. */
  readonly dir: string
  /** How many entries no hub has. */
  readonly waiting: () => number
}

/** What waits: how many entries, and the last of them, by which the same work is known again. */
interface Waiting {
  readonly entries: number
  readonly last: string
}

const waitingNow = async ({ replica, waiting }: UnsentParts): Promise<Waiting | null> => {
  const entries = waiting()
  if (entries === 0) return null
  const [run] = await replica.pending({ entries: 1, bytes: 1, skip: entries - 1, refusedToo: true })
  return { entries, last: run?.entries[0]?.id.slice(0, 16) ?? '' }
}

/** The same work is written once: whatever else the name says, it says these two. */
const isOf = (name: string, { entries, last }: Waiting): boolean =>
  name.startsWith(`unsent-${entries}-entries-`) &&
  (name.endsWith(`-${last}${ending}`) || name.endsWith(`-${last}${withoutEvidence}${ending}`))

/** Writes a file beside its place, and gives it its name once it is whole and durable. */
const writeWhole = async (
  parts: UnsentParts,
  relation: HubRelation,
  { entries, last }: Waiting,
  withEvidence: boolean,
): Promise<Result<void, Refusal>> => {
  // What was begun before, when less had been sealed maybe, takes room and is of no use.
  for (const name of await readdir(parts.dir))
    if (name.endsWith(unfinished)) await rm(path.join(parts.dir, name), { force: true })
  const beside = path.join(parts.dir, `unsent-${last}${unfinished}`)
  const content: CarriedContent = { upTo: withEvidence ? Number.MAX_SAFE_INTEGER : -1, onlyUnsent: true }
  const written = await writeForHub(parts, relation, beside, content)
  if (!written.ok) return written
  const name = `unsent-${entries}-entries-${written.value.pieces}-pieces-${last}${withEvidence ? '' : withoutEvidence}${ending}`
  await rename(beside, path.join(parts.dir, name))
  syncFolder(parts.dir)
  return ok(undefined)
}

const makeFolder = async (dir: string): Promise<Result<void, Refusal>> => {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    return ok(undefined)
  } catch (error) {
    if (codeOf(error) === '') throw error
    return refuseFile('unwritable')
  }
}

/**
 * Y-100: writes what no hub has to a file that only the hub can read. Where the disk has no room for the bytes of
 * evidence they are left out: they stay here, encrypted, with the entries that are set aside (Y-78). When it resolves
 * the file is whole, or there is a refusal. Nothing may be sealed meanwhile.
 */
const keepUnsent = async (parts: UnsentParts, relation: HubRelation): Promise<Result<void, Refusal>> => {
  const work = await waitingNow(parts)
  if (work === null) return ok(undefined)
  const made = await makeFolder(parts.dir)
  if (!made.ok) return made
  if ((await readdir(parts.dir)).some((name) => isOf(name, work))) return ok(undefined)
  const written = await writeWhole(parts, relation, work, true)
  if (written.ok || written.error.code !== 'storage_full') return written
  return await writeWhole(parts, relation, work, false)
}

export interface GuardParts extends UnsentParts {
  readonly gate: { readonly hold: (why: Refusal) => void; readonly open: () => void }
}

const wiping = refusal(
  'unavailable',
  'The hub’s administrator has removed this device, and what was granted to it is being wiped. Nothing was written.',
)

/**
 * Y-100: lets a device be wiped once what no hub has is in a file. @throws `ReplicaRefused` where there can be none:
 * then nothing was wiped
 */
export const guardedWipe = async (parts: GuardParts, wipe: () => Promise<void>): Promise<void> => {
  const { replica, gate } = parts
  const relation = replica.relation()
  if (relation === null) return await wipe()
  gate.hold(wiping)
  try {
    // Whatever was being sealed when the gate closed is kept before this is.
    await replica.halt(relation.halted)
    const kept = await keepUnsent(parts, relation)
    if (!kept.ok) throw new ReplicaRefused(kept.error)
    await wipe()
  } finally {
    gate.open()
  }
}

/** What whoever sits at a removed device does with such files. */
export const unsentWords = (files: readonly UnsentFile[]): string => {
  if (files.length === 0) return ''
  const [what, pronoun] = files.length === 1 ? ['the file', 'it'] : ['the files', 'them']
  const left = files.every(({ evidence }) => evidence)
    ? ''
    : ' The disk had no room for the evidence that belongs to it: that stays on this computer, encrypted.'
  const places = files.map(({ path: at }) => at).join(', ')
  return [
    ` What was done here and had not reached the hub is in ${what} ${places}, encrypted so that the hub alone can read ${pronoun}.`,
    `${left} Give ${pronoun} to the hub’s administrator, who opens ${pronoun} with: fieldseal sync --import FILE --into FOLDER.`,
    ` Keep ${pronoun} until that is done.`,
  ].join('')
}
