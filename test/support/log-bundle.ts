import { readFileSync } from 'node:fs'
import { openCheckpoint, signCheckpoint } from '../../main/seal/checkpoint.ts'
import type { NoteSigner } from '../../main/seal/checkpoint.ts'
import { cosign } from '../../main/seal/cosignature.ts'
import { leafHash, inclusionProof, treeRoot } from '../../main/seal/merkle.ts'
import { certificatesOfPem, completedToken, timestampRequest, tokenOfAnswer } from '../../main/seal/timestamp.ts'
import type { LogHead, CheckpointProof } from '../../main/sync/device/replica.ts'
import type { Field, Replica } from '../contract/storage/sync/replicas.ts'
import type { TestAuthority } from './timestamp-authority.ts'

const nonce = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8])

/**
 * Gives a device what its hub would tell of its log: a head that witnesses have cosigned, and, with an authority, one
 * that is stamped. The case's checkpoint is one leaf among others.
 */
export const giveLog = async (
  { order }: Field,
  device: Replica,
  uid: string,
  by: readonly NoteSigner[],
  atSeconds: number,
  authority: TestAuthority | null,
): Promise<void> => {
  const { replica } = device.workspace.sync
  const received = (await replica.standing(uid))?.received ?? 0
  const { note: leaf, size } = order.checkpoint(uid, received)
  const leaves = ['one\n', 'two\n', leaf, 'four\n', 'five\n'].map((text) => leafHash(Buffer.from(text, 'utf8')))
  const name = `${order.origin}/log`
  const bare = signCheckpoint(
    { origin: name, size: leaves.length, root: treeRoot(leaves) },
    { name, publicKeyRaw: order.key.publicKeyRaw, privateKey: order.key.privateKey },
  )
  const opened = openCheckpoint(bare, [{ name, publicKeyRaw: order.key.publicKeyRaw }])
  if (!opened.ok) throw new Error(opened.error.message)
  const { root } = opened.value.checkpoint
  const proofFor = (kind: CheckpointProof['kind']): CheckpointProof => ({
    case: uid,
    kind,
    size,
    note: leaf,
    index: 2,
    hashes: inclusionProof(leaves, 2, leaves.length),
    headSize: leaves.length,
  })
  const heads: LogHead[] = [
    {
      kind: 'cosigned',
      size: leaves.length,
      root,
      note: bare + by.map((one) => cosign(bare, one, atSeconds)).join(''),
      token: null,
    },
  ]
  const proofs = [proofFor('cosigned')]
  if (authority !== null) {
    const token = tokenOfAnswer(authority.reply(timestampRequest(Buffer.from(bare, 'utf8'), nonce)))
    if (!token.ok) throw new Error(token.error.message)
    const authorities = certificatesOfPem(readFileSync(authority.rootFile, 'utf8')) ?? []
    const completed = completedToken(token.value, { authorities, crls: [authority.list()] })
    heads.push({
      kind: 'timestamped',
      size: leaves.length,
      root,
      note: bare,
      token: Buffer.from(completed ?? '').toString('base64'),
    })
    proofs.push(proofFor('timestamped'))
  }
  await replica.take({ cases: [], granted: [], dropped: [], lease: null, since: null, log: { heads, proofs } })
}
