import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, statSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { noteSignature, openNote, parseNote, type NoteSigner } from '../../../../main/seal/checkpoint.ts'
import { sameBytes } from '../../../../main/seal/hash.ts'
import { feedText, parseFeed, type ReleaseFeed, type FeedFile } from '../../../../main/update/feed.ts'
import { feedName, logFolder, proofName } from '../../../../main/update/places.ts'
import type { UpdateTrust } from '../../../../main/update/trust.ts'
import { fail, ok, type Result } from '../../../../shared/schema/result.ts'
import { dayMs } from '../../../../shared/text/days.ts'
import { versionOf } from '../sign.ts'
import { releaseFiles } from '../sums.ts'
import type { FeedKey } from './key.ts'
import { addCosignatures, appendTo, proofOf, readLog, type ReleaseLog } from './log-folder.ts'
import { targetOf } from './targets.ts'

/** What a publisher says besides of what lies in the folder. */
export type FeedChoices = {
  readonly nowMs: number
  /** For how long it is believed. */
  readonly days: number
  readonly share: number
  readonly isPaused: boolean
  readonly recalled: readonly string[]
}

async function fileOf(folder: string, name: string, target: string): Promise<FeedFile> {
  const [sha256, sha512] = [createHash('sha256'), createHash('sha512')]
  for await (const chunk of createReadStream(path.join(folder, name)) as AsyncIterable<Buffer>) {
    sha256.update(chunk)
    sha512.update(chunk)
  }
  const { size } = statSync(path.join(folder, name))
  return { target, name, bytes: size, sha256: sha256.digest('hex'), sha512: sha512.digest('hex') }
}

/** A feed and whatever was signed or proven of an earlier one do not belong together. */
function writeNote(folder: string, note: string): void {
  rmSync(path.join(folder, proofName), { force: true })
  writeFileSync(path.join(folder, feedName), note)
}

const secondsOf = (ms: number): number => Math.floor(ms / 1_000) * 1_000

/**
 * Writes the text of a feed over the files of a release, signed by nobody yet.
 *
 * @returns what was done, in words; nothing was written where it is an error
 */
export async function makeFeed(folder: string, choices: FeedChoices): Promise<Result<string, string>> {
  const names = releaseFiles(folder)
  const version = versionOf(folder, names)
  if (!version.ok) return version
  const files: FeedFile[] = []
  for (const name of names) {
    const target = targetOf(name)
    if (target !== null) files.push(await fileOf(folder, name, target))
  }
  const issuedMs = secondsOf(choices.nowMs)
  const feed: ReleaseFeed = {
    version: version.value,
    issuedMs,
    expiresMs: issuedMs + choices.days * dayMs,
    share: choices.share,
    isPaused: choices.isPaused,
    recalled: choices.recalled,
    files,
  }
  const text = feedText(feed)
  if (parseFeed(text) === null)
    return fail(
      `this makes no feed: ${folder} must hold files of one release (three numbers, not for evaluation), one for each kind of installation, and share, days and recalls must be such as docs/spec/update.md says`,
    )
  writeNote(folder, `${text}\n`)
  return ok(
    `${feedName} of Fieldseal ${feed.version}, files: ${files.length}, share: ${feed.share}. It is not signed yet.`,
  )
}

/** The text of the feed in a folder, and the lines of signatures under it. */
function readNote(folder: string): Result<{ text: string; lines: string }, string> {
  const file = path.join(folder, feedName)
  if (!existsSync(file)) return fail(`${file} is not there. Make it first: npm run release:feed -- make ${folder}`)
  const note = readFileSync(file, 'utf8')
  // Before the first signature it is no note yet.
  const text = parseNote(note)?.text ?? (note.endsWith('\n\n') ? note.slice(0, -1) : '')
  return parseFeed(text) === null ? fail(`${file} is no feed`) : ok({ text, lines: note.slice(text.length + 1) })
}

const signerOf = (key: FeedKey, name: string): NoteSigner => ({ name, ...key })

/** Adds the signature of a key, which must be one of those that builds believe. */
export function signFeed(folder: string, key: FeedKey, trust: UpdateTrust): Result<string, string> {
  const read = readNote(folder)
  if (!read.ok) return read
  const known = trust.keys.find(({ publicKeyRaw }) => sameBytes(publicKeyRaw, key.publicKeyRaw))
  if (known === undefined) return fail('the key is none of those that builds believe (build/update-trust.json)')
  const { text, lines } = read.value
  const line = noteSignature(text, signerOf(key, known.name))
  if (!lines.includes(line)) writeNote(folder, `${text}\n${lines}${line}`)
  const opened = openNote(`${text}\n${lines}${line}`, trust.keys)
  if (!opened.ok) return fail('a signature that was there before does not hold')
  return ok(`Signed by ${new Set(opened.value.signedBy).size} of the ${trust.threshold} keys that builds ask for.`)
}

const writeProof = (folder: string, log: ReleaseLog, text: string): Result<string, string> => {
  const proof = proofOf(log, Buffer.from(text, 'utf8'))
  if (proof === null) return fail('the feed does not stand in the log')
  writeFileSync(path.join(folder, proofName), proof)
  return ok(`Entries in the log: ${log.leaves.length}. ${proofName} shows where the feed stands in it.`)
}

/** How a log is begun, which nobody should do twice. */
export type LogChoices = { readonly isNew: boolean }

/** Appends a feed that enough keys have signed to the log beside it, and proves it. */
export function logFeed(
  folder: string,
  key: FeedKey,
  trust: UpdateTrust,
  { isNew }: LogChoices,
): Result<string, string> {
  const read = readNote(folder)
  if (!read.ok) return read
  const { text, lines } = read.value
  const opened = openNote(`${text}\n${lines}`, trust.keys)
  const signers = opened.ok ? new Set(opened.value.signedBy).size : 0
  if (signers < trust.threshold) return fail(`${signers} of ${trust.threshold} keys have signed the feed`)
  if (!sameBytes(trust.log.publicKeyRaw, key.publicKeyRaw)) return fail('the key is not that of the release log')
  const place = path.join(folder, logFolder)
  const log = readLog(place, trust.log)
  if (!log.ok) return log
  if ((log.value.checkpoint === null) !== isNew)
    return fail(
      isNew
        ? `there is a log in ${place} already. Every computer that has seen it refuses another one`
        : `there is no log in ${place}. Put the one of all releases there; --new-log begins the first one`,
    )
  const leaf = Buffer.from(text, 'utf8')
  const last = log.value.leaves.at(-1)
  const grown =
    last !== undefined && sameBytes(last, leaf)
      ? log.value
      : appendTo(place, log.value, leaf, signerOf(key, trust.log.name))
  return writeProof(folder, grown, text)
}

/** Adds lines of witnesses to the log's checkpoint, and proves the feed anew under it. */
export function cosignedFeed(folder: string, lines: readonly string[], trust: UpdateTrust): Result<string, string> {
  const read = readNote(folder)
  if (!read.ok) return read
  const place = path.join(folder, logFolder)
  const log = readLog(place, trust.log)
  const added = log.ok ? addCosignatures(place, log.value, lines) : log
  return added.ok ? writeProof(folder, added.value, read.value.text) : added
}
