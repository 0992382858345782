import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { rewritePrivateFile } from '../../platform/private-files.ts'
import { tilePath, type TileReader } from '../../seal/tiles.ts'
import { believeFeed, longestNote, type BelievedFeed, type Grounds } from '../../update/believe.ts'
import { feedName, logFolder, proofName } from '../../update/places.ts'
import { refused, type UpdateRefusal } from '../../update/refusal.ts'
import type { UpdateSource } from './source.ts'

/** Where the feed that was believed last is kept, and whether it may stand for one that cannot be had. */
export type KeptFeed = { readonly folder: string; readonly mayBeKept: boolean }

type Texts = { readonly note: string; readonly proof: string }

const longestTile = 256 * 32

const textsAt = async (source: UpdateSource): Promise<Result<Texts, UpdateRefusal>> => {
  const note = await source.read(feedName, longestNote)
  if (!note.ok) return note
  const proof = await source.read(proofName, longestNote)
  if (!proof.ok)
    return proof.error.code === 'feed_missing' ? fail(refused('log_proof_malformed', 'there is none')) : proof
  const [noteText, proofText] = [note.value, proof.value].map((bytes) => Buffer.from(bytes).toString('utf8'))
  return ok({ note: noteText ?? '', proof: proofText ?? '' })
}

const keptAt = (folder: string): Texts | null => {
  const [note, proof] = [path.join(folder, feedName), path.join(folder, proofName)]
  return existsSync(note) && existsSync(proof)
    ? { note: readFileSync(note, 'utf8'), proof: readFileSync(proof, 'utf8') }
    : null
}

const keepIn = (folder: string, { note, proof }: Texts): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  rewritePrivateFile(path.join(folder, feedName), Buffer.from(note))
  rewritePrivateFile(path.join(folder, proofName), Buffer.from(proof))
}

/**
 * Fetches the feed and judges it. Where the address cannot be reached, the one that was believed last is judged again, if
 * it may stand for it: it has an end, too.
 */
export const lookAt = async (
  source: UpdateSource,
  grounds: Grounds,
  { folder, mayBeKept }: KeptFeed,
): Promise<Result<BelievedFeed, UpdateRefusal>> => {
  const tiles: TileReader = async (tile) => {
    const read = await source.read(`${logFolder}/${tilePath(tile)}`, longestTile)
    return read.ok ? read.value : null
  }
  const fetched = await textsAt(source)
  const kept = !fetched.ok && fetched.error.code === 'source_unreachable' && mayBeKept ? keptAt(folder) : null
  if (!fetched.ok && kept === null) return fetched
  const texts = fetched.ok ? fetched.value : (kept as Texts)
  const believed = await believeFeed({ ...texts, tiles }, grounds)
  if (believed.ok && fetched.ok) keepIn(folder, texts)
  return believed
}
