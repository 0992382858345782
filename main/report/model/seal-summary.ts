import { isHubId } from '../../seal/hub-epochs.ts'
import type { BundleContents, BundledKey } from '../../bundle/contents.ts'
import { openCheckpoint } from '../../seal/checkpoint.ts'
import type { Checkpoint } from '../../seal/checkpoint.ts'
import { sha256, toHex } from '../../seal/hash.ts'
import { treeRoot } from '../../seal/merkle.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import { moment } from './formats.ts'
import { endFact, hubSealFacts } from './hub.ts'
import { absent, joinedPhrases, value, visible, words, type Phrase } from './phrase.ts'
import type { KeyRow, SealSummary } from './report.ts'

const spanOf = (key: BundledKey): string => {
  const from = `from ${moment(key.enrolledAtMs)}`
  return key.revokedAtMs === null ? from : `${from}, revoked ${moment(key.revokedAtMs)}`
}

/** Y-3: the hub is a device of the workspace by this name; its number is nobody's. */
const isHub = ({ deviceId }: BundledKey): boolean => isHubId(deviceId)

const keyRow = (key: BundledKey): KeyRow => ({
  device: isHub(key) ? `Hub: ${visible(key.name)}` : `${key.deviceNumber}: ${visible(key.name)}`,
  deviceId: visible(key.deviceId),
  kid: key.kid,
  fingerprint: toHex(sha256(key.spki)),
  span: spanOf(key),
})

/** The head that a note states, whoever signed it. */
const statedHead = (note: string): Checkpoint | null => {
  const [origin, size, root] = note.split('\n')
  if (origin === undefined || size === undefined || root === undefined || !/^\d{1,15}$/.test(size)) return null
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') }
}

const readCheckpoint = ({ chain, keys }: BundleContents): { readonly head: Checkpoint; readonly signed: Phrase } => {
  const origin = chain.checkpoint.slice(0, chain.checkpoint.indexOf('\n'))
  const verifiers = keys.flatMap(({ spki }) => {
    const publicKeyRaw = rawFromSpki(spki)
    return publicKeyRaw === null ? [] : [{ name: origin, publicKeyRaw }]
  })
  const opened = openCheckpoint(chain.checkpoint, verifiers)
  if (opened.ok)
    return {
      head: opened.value.checkpoint,
      signed: [...words('by '), ...joinedPhrases(opened.value.signedBy.map(value))],
    }
  const head = statedHead(chain.checkpoint)
  if (head === null) throw new TypeError('the contents of a bundle have a checkpoint')
  return { head, signed: absent(`not by a key that is listed below (${opened.error.message})`) }
}

/** What the seal rests on: the checkpoint, the keys, and the entry of the export itself. */
export const sealSummary = (contents: BundleContents): SealSummary => {
  const { head, signed } = readCheckpoint(contents)
  const { entries } = contents.chain
  const root = toHex(head.root)
  const leaves = entries.slice(0, head.size).map(({ id }) => Buffer.from(id, 'hex'))
  return {
    entries: entries.length,
    checkpoint: { origin: visible(head.origin), size: head.size, root, signed },
    rootAgrees: leaves.length === head.size && toHex(treeRoot(leaves)) === root,
    exportEntry: contents.export.entryId,
    keys: contents.keys.map(keyRow),
    hub: [...hubSealFacts(contents), endFact(contents)],
  }
}
