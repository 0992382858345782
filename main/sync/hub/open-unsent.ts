import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { codeOf } from '../../platform/system-error.ts'
import { disclosureDigest, parseDisclosure } from '../../seal/disclosure.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { fromBase64url, toBase64url } from '../../seal/hash.ts'
import { inspectEntry } from '../../seal/judge.ts'
import { publicKeyFromSpki, verifyMessage } from '../../seal/signature.ts'
import { decodeRun } from '../carried/evidence-run.ts'
import type { EvidenceRun } from '../carried/evidence-run.ts'
import { refuseFile } from '../carried/fault.ts'
import type { OpenExchange } from '../carried/open-exchange.ts'
import type { CarriedEntry, CarriedRun } from '../entry.ts'
import { decodePush } from '../wire.ts'
import { authorOf, checkSeal } from './check-run.ts'
import { readWorkspace } from './core.ts'
import type { HubCore } from './core.ts'
import type { HubDevice } from './records.ts'
import type { WorkspaceHead } from './workspace-head.ts'

/** What the file of a removed device came to, once it lies open in a folder (Y-101). */
export interface OpenedUnsent {
  readonly folder: string
  readonly entries: number
  /** Entries whose seal does not hold, and entries that are in the record after all. */
  readonly faulty: number
  readonly known: number
  readonly cases: number
  /** Pieces of evidence that are whole, and that are not. */
  readonly pieces: number
  readonly broken: number
}

/** A device whose file is opened so: the hub takes nothing more of it into its chains. */
export type EndedDevice = Pick<HubDevice, 'deviceId' | 'name'> & { readonly state: 'revoked' | 'removed' }

const otherVersion = refusal(
  'file_refused',
  'The file holds what this release does not understand: it was written by another one. Bring both to the same release.',
  [{ path: 'file', message: 'other_version' }],
)

const noRoom = refusal(
  'storage_full',
  'There is no room for what the file holds. The file is untouched; delete the folder that was begun, free some space, and open the file again.',
)

/** The names of what lies in the folder. */
const names = { verdict: 'VERDICT.txt', entries: 'entries.jsonl', evidence: 'evidence' } as const

const isSigned = (workspace: WorkspaceHead, { kid, sig }: CarriedEntry, pae: Uint8Array): boolean => {
  const spki = fromBase64url(authorOf(workspace, kid)?.spki ?? '')
  const key = spki === null ? null : publicKeyFromSpki(spki)
  return key !== null && verifyMessage(pae, key, sig)
}

/** What an entry says: what stands in it, and of what it withholds all that belongs to it. */
const valuesOf = (claim: EntryPayload, disclosures: readonly string[]): Readonly<Record<string, unknown>> => {
  const withheld = disclosures.flatMap((encoded) => {
    const read = claim._sd.includes(disclosureDigest(encoded)) ? parseDisclosure(encoded) : null
    return read?.ok === true ? [[read.value.name, read.value.value] as const] : []
  })
  return { ...claim.pub, ...Object.fromEntries(withheld) }
}

interface Judged {
  readonly line: Readonly<Record<string, unknown>>
  readonly holds: boolean
}

/** One entry with its verdict, and all of it that somebody needs who checks that again. */
const judged = (workspace: WorkspaceHead, run: CarriedRun, entry: CarriedEntry, inRecord: boolean): Judged => {
  const inspection = inspectEntry(entry)
  const { claim, digests } = inspection
  const seal = checkSeal(
    { entry, inspection, signed: isSigned(workspace, entry, digests.pae) },
    { case: run.case, deviceId: run.deviceId },
    workspace,
  )
  return {
    holds: seal.ok,
    line: {
      verdict: !seal.ok ? 'seal_does_not_hold' : inRecord ? 'in_the_record' : 'sealed_and_not_in_the_record',
      ...(seal.ok ? {} : { fault: { code: seal.error.code, message: seal.error.message } }),
      case_uid: run.case,
      ...(claim === null
        ? {}
        : { type: claim.type, sealed_at: claim.at, values: valuesOf(claim, entry.disclosures), device: claim.dev }),
      entry_id: entry.id,
      key: entry.kid,
      payload: Buffer.from(entry.payload).toString('utf8'),
      signature: toBase64url(entry.sig),
      disclosures: entry.disclosures,
    },
  }
}

/** Pieces of evidence as their runs come, each to its own file, which has the name of its hash. */
class Pieces {
  readonly #dir: string
  #current: { readonly key: string; readonly file: FileHandle; readonly hash: Hash; at: number } | null = null
  readonly #seen = new Set<string>()
  readonly whole: string[] = []
  readonly broken: string[] = []

  constructor(dir: string) {
    this.#dir = dir
  }

  async take({ sha256, size, at, bytes }: EvidenceRun): Promise<void> {
    if (this.#current?.key !== sha256) {
      await this.end()
      // The same bytes can be evidence of several cases.
      if (this.#seen.has(sha256)) return
      this.#seen.add(sha256)
      const file = await open(path.join(this.#dir, sha256), 'wx', 0o600)
      this.#current = { key: sha256, file, hash: createHash('sha256'), at: 0 }
    }
    const { file, hash } = this.#current
    if (at !== this.#current.at) return
    await file.appendFile(bytes)
    hash.update(bytes)
    this.#current.at += bytes.length
    if (this.#current.at === size) await this.end()
  }

  /** Closes the piece that is open, and says whether it is what its name says. */
  async end(): Promise<void> {
    if (this.#current === null) return
    const { key, file, hash } = this.#current
    this.#current = null
    await file.sync()
    await file.close()
    ;(hash.digest('hex') === key ? this.whole : this.broken).push(key)
  }
}

class Opening {
  entries = 0
  faulty = 0
  known = 0
  readonly cases = new Set<string>()
  readonly pieces: Pieces
  readonly #core: HubCore
  readonly #out: FileHandle

  constructor(core: HubCore, out: FileHandle, pieces: Pieces) {
    this.#core = core
    this.#out = out
    this.pieces = pieces
  }

  async push(body: Uint8Array): Promise<Result<void, Refusal>> {
    const read = decodePush(body)
    if (!read.ok) return fail(otherVersion)
    for (const run of read.value.runs) {
      const ids = run.entries.map(({ id }) => id)
      const { workspace, standing } = await this.#core.store.reading(async (tx) => ({
        workspace: await readWorkspace(tx),
        standing: await tx.standing(run.case, ids),
      }))
      for (const entry of run.entries) await this.#tell(judged(workspace, run, entry, standing.has(entry.id)))
      this.known += standing.size
      this.cases.add(run.case)
    }
    return ok(undefined)
  }

  async #tell({ line, holds }: Judged): Promise<void> {
    await this.#out.appendFile(`${JSON.stringify(line)}\n`, 'utf8')
    this.entries += 1
    if (!holds) this.faulty += 1
  }

  async bytes(body: Uint8Array): Promise<Result<void, Refusal>> {
    const run = decodeRun(body)
    if (!run.ok) return fail(otherVersion)
    await this.pieces.take(run.value)
    return ok(undefined)
  }
}

const verdictText = (device: EndedDevice, file: OpenExchange, opening: Opening, nowMs: number): string =>
  [
    `What the hub never got of the device “${device.name}” (${device.deviceId}), which was ${device.state}.`,
    '',
    `File ${file.header.id}, written ${file.header.at} by the clock of the device, opened ${new Date(nowMs).toISOString()}.`,
    'The file is signed as a whole by the key of the device.',
    '',
    `Entries: ${opening.entries}, of ${opening.cases.size} cases (the chain of the workspace counts as one), in ${names.entries}, one a line.`,
    `  The seal holds of ${opening.entries - opening.faulty}; of ${opening.faulty} it does not.`,
    `  ${opening.known} of them are in the record of this hub already.`,
    `Evidence: ${opening.pieces.whole.length} pieces, in ${names.evidence}/, each under the SHA-256 of its bytes, which holds.`,
    ...(opening.pieces.broken.length === 0
      ? []
      : [`  Not whole, or altered: ${opening.pieces.broken.join(', ')}. Do not rely on these.`]),
    '',
    'Verdict: none of it was taken into the record of any case, and it cannot be. The hub had ended the device before these',
    'entries arrived, so nobody can tell from its record when they were sealed, nor whether by the person whom they name. A',
    'seal that holds proves that the key of the device signed the text as it stands, and nothing else.',
    '',
    'What to do: whoever is responsible for a case decides what of this belongs to it, takes the files in as evidence of the',
    'case (fieldseal acquire), and has the work done again by somebody who may. This folder is not encrypted: delete it then.',
    '',
  ].join('\n')

/** A new folder, or why there can be none. */
const makeFolder = async (folder: string): Promise<Result<void, Refusal>> => {
  try {
    await mkdir(folder, { mode: 0o700 })
    await mkdir(path.join(folder, names.evidence), { mode: 0o700 })
    return ok(undefined)
  } catch (error) {
    if (isDiskFull(error)) return fail(noRoom)
    return refuseFile(codeOf(error) === 'EEXIST' ? 'exists' : 'unwritable')
  }
}

const readInto = async (opening: Opening, file: OpenExchange): Promise<Result<void, Refusal>> => {
  for await (const { name, body } of file.messages()) {
    const done =
      name === 'push' ? await opening.push(body) : name === 'bytes' ? await opening.bytes(body) : ok(undefined)
    if (!done.ok) return done
  }
  await opening.pieces.end()
  return ok(undefined)
}

/**
 * Y-101: opens the file of a device that the hub has ended into a new folder: its entries with a verdict each, its
 * evidence, and a page of words, which is written last. Nothing of it comes into any chain, and the file stays as it is.
 */
export const openUnsent = async (
  core: HubCore,
  device: EndedDevice,
  file: OpenExchange,
  folder: string,
): Promise<Result<OpenedUnsent, Refusal>> => {
  const made = await makeFolder(folder)
  if (!made.ok) return made
  const out = await open(path.join(folder, names.entries), 'wx', 0o600)
  const pieces = new Pieces(path.join(folder, names.evidence))
  const opening = new Opening(core, out, pieces)
  try {
    const read = await readInto(opening, file)
    if (!read.ok) return read
    await out.sync()
    const verdict = await open(path.join(folder, names.verdict), 'wx', 0o600)
    try {
      await verdict.writeFile(verdictText(device, file, opening, core.env.clock.nowMs()), 'utf8')
      await verdict.sync()
    } finally {
      await verdict.close()
    }
  } catch (error) {
    if (isDiskFull(error)) return fail(noRoom)
    throw error
  } finally {
    await pieces.end()
    await out.close()
  }
  return ok({
    folder,
    entries: opening.entries,
    faulty: opening.faulty,
    known: opening.known,
    cases: opening.cases.size,
    pieces: pieces.whole.length,
    broken: pieces.broken.length,
  })
}
