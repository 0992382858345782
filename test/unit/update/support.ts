import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { noteSignature, signCheckpoint } from '../../../main/seal/checkpoint.ts'
import type { NoteSigner } from '../../../main/seal/checkpoint.ts'
import { cosign } from '../../../main/seal/cosignature.ts'
import { toBase64 } from '../../../main/seal/hash.ts'
import { inclusionProof, leafHash, treeRoot } from '../../../main/seal/merkle.ts'
import { rawFromSpki } from '../../../main/seal/signature.ts'
import { tileWidth } from '../../../main/seal/tiles.ts'
import type { TileReader } from '../../../main/seal/tiles.ts'
import type { FetchedFeed, Remembered } from '../../../main/update/believe.ts'
import { feedText } from '../../../main/update/feed.ts'
import type { ReleaseFeed, FeedFile } from '../../../main/update/feed.ts'
import { formatLogProof } from '../../../main/update/log-proof.ts'
import type { UpdateTrust } from '../../../main/update/trust.ts'

/** A key whose seed is the hash of its name: the same in every run. */
export const signerNamed = (name: string): NoteSigner => {
  const seed = createHash('sha256').update(name).digest()
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKeyRaw = rawFromSpki(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }))
  if (publicKeyRaw === null) throw new Error('no Ed25519 key')
  return { name, privateKey, publicKeyRaw }
}

export const [first, second, spare, stranger] = ['release/a', 'release/b', 'release/c', 'stranger'].map(
  signerNamed,
) as [NoteSigner, NoteSigner, NoteSigner, NoteSigner]
export const log = signerNamed('releases.example/log')
export const witness = signerNamed('witness.example/a')

/** Two of three keys, and one witness where a test asks for it. */
export const trust: UpdateTrust = { keys: [first, second, spare], threshold: 2, log, witnesses: [witness], quorum: 0 }

export const now = Date.parse('2026-11-27T12:00:00Z')

const hex = (algorithm: string, content: string): string => createHash(algorithm).update(content).digest('hex')

export const fileOf = (
  content: string,
  target = 'linux-x64-appimage',
  name = 'fieldseal-1.0.1.AppImage',
): FeedFile => ({
  target,
  name,
  bytes: Buffer.byteLength(content),
  sha256: hex('sha256', content),
  sha512: hex('sha512', content),
})

export const feedOf = (changes: Partial<ReleaseFeed> = {}): ReleaseFeed => ({
  version: '1.0.1',
  issuedMs: now - 3_600_000,
  expiresMs: now + 30 * 86_400_000,
  share: 100,
  isPaused: false,
  recalled: [],
  files: [fileOf('the application')],
  ...changes,
})

export const noteOf = (feed: ReleaseFeed | string, signers: readonly NoteSigner[] = [first, second]): string => {
  const text = typeof feed === 'string' ? feed : feedText(feed)
  return `${text}\n${signers.map((signer) => noteSignature(text, signer)).join('')}`
}

const textOf = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1)

const tilesOf =
  (hashes: readonly Uint8Array[]): TileReader =>
  ({ level, index, width }) => {
    if (level !== 0) throw new Error('a small log has tiles of one level')
    const tile = hashes.slice(index * tileWidth, index * tileWidth + width)
    return Promise.resolve(tile.length === width ? Buffer.concat(tile) : null)
  }

/** A release log over the texts of these notes; what is fetched is the one at `index`, the last where none is named. */
export const fetched = (
  notes: readonly string[],
  { index = notes.length - 1, signer = log, witnesses = [] as readonly NoteSigner[] } = {},
): FetchedFeed => {
  const hashes = notes.map((note) => leafHash(Buffer.from(textOf(note), 'utf8')))
  const checkpoint = signCheckpoint({ origin: log.name, size: hashes.length, root: treeRoot(hashes) }, signer)
  const cosigned = witnesses.map((one) => cosign(checkpoint, one, now / 1_000)).join('')
  return {
    note: notes[index] as string,
    proof: formatLogProof({
      index,
      hashes: inclusionProof(hashes, index, hashes.length),
      checkpoint: checkpoint + cosigned,
    }),
    tiles: tilesOf(hashes),
  }
}

export const rememberedOf = (notes: readonly string[], index = notes.length - 1): Remembered => {
  const hashes = notes.map((note) => leafHash(Buffer.from(textOf(note), 'utf8')))
  return { size: notes.length, root: toBase64(treeRoot(hashes)), index, issuedMs: now - 7_200_000 }
}
