import { describe, expect, test } from 'vitest'
import { openCheckpoint } from '../../../main/seal/checkpoint.ts'
import { cosign, openCosignatures } from '../../../main/seal/cosignature.ts'
import { leafHash, verifyConsistency, verifyInclusion } from '../../../main/seal/merkle.ts'
import { rawFromSpki } from '../../../main/seal/signature.ts'
import { parseTilePath } from '../../../main/seal/tiles.ts'
import { witness } from '../../../main/sync/hub/witness.ts'
import { makeDevice } from '../../unit/seal/support.ts'
import { inFreshWorlds } from './each-test.ts'
import { engines } from './engines.ts'
import { ana, caseA } from './sequencer-world.ts'
import type { World } from './sequencer-world.ts'

let world: World

inFreshWorlds(engines[0] as (typeof engines)[number], (fresh) => {
  world = fresh
})

const signer = { ...makeDevice(2), name: 'witness.example/a' }

const logKey = () => ({
  name: `${world.hub.identity.origin}/log`,
  publicKeyRaw: rawFromSpki(world.hub.identity.spki) as Uint8Array,
})

const head = async () => {
  const log = await world.hub.logCheckpoint()
  const opened = openCheckpoint(log?.note ?? '', [logKey()])
  if (log === null || !opened.ok) throw new Error('the log has no head')
  return { note: log.note, ...opened.value.checkpoint }
}

describe('Y-50: the hub’s log', () => {
  test('holds every case checkpoint; inclusion and consistency are proven from its tiles', async () => {
    const device = await world.device(ana)
    const before = await head()
    device.open(caseA)
    await device.push()
    const after = await head()
    expect(after.size).toBe(before.size + 1)
    const data = Buffer.from((await world.hub.checkpointOf(caseA))?.note ?? '')
    const inclusion = await world.hub.inclusion(before.size)
    if (!inclusion.ok) throw new Error(inclusion.error.message)
    expect(
      verifyInclusion({
        leafHash: leafHash(data),
        index: before.size,
        size: after.size,
        proof: inclusion.value.hashes,
        root: after.root,
      }),
    ).toBe(true)
    const consistency = await world.hub.consistency(before.size)
    if (!consistency.ok) throw new Error(consistency.error.message)
    expect(
      verifyConsistency({
        size1: before.size,
        size2: after.size,
        root1: before.root,
        root2: after.root,
        proof: consistency.value.hashes,
      }),
    ).toBe(true)
    expect(await world.hub.inclusion(after.size)).toMatchObject({ ok: false })
    expect(await world.hub.consistency(0)).toMatchObject({ ok: false })
  })

  test('is served as tiles, and as the leaves themselves; what is not there, or no path, is nothing', async () => {
    const { size } = await head()
    const hashes = await world.hub.tile(`tile/0/000.p/${size}`)
    expect(hashes).toHaveLength(size * 32)
    const bundle = Buffer.from((await world.hub.tile(`tile/entries/000.p/${size}`)) ?? [])
    const first = bundle.subarray(2, 2 + bundle.readUInt16BE(0))
    expect(Buffer.from(leafHash(first)).equals(Buffer.from(hashes ?? []).subarray(0, 32))).toBe(true)
    expect(first.toString().startsWith(`${world.hub.identity.origin}/case/`)).toBe(true)
    for (const path of [
      `tile/0/000.p/${size + 1}`,
      'tile/0/000',
      'tile/1/000.p/1',
      'tile/0/001.p/1',
      'tile/0/../000',
      'x'.repeat(1_000),
    ])
      expect(await world.hub.tile(path)).toBeNull()
    expect(parseTilePath(`tile/0/000.p/${size}`)).not.toBeNull()
  })

  test('Y-53: a witness follows the log and its cosignature is served with the head; a stranger’s is not taken', async () => {
    const first = await head()
    const seen = witness(null, { note: first.note, proof: [] }, { log: logKey(), signer, atSeconds: 1_772_355_600 })
    if (!seen.ok) throw new Error(seen.error.message)
    expect(await world.hub.addCosignature(first.note, seen.value.line, [signer])).toEqual({
      ok: true,
      value: undefined,
    })
    expect(openCosignatures((await world.hub.provenLogCheckpoint('cosigned'))?.note ?? '', [signer])).toMatchObject({
      ok: true,
      value: [{ name: signer.name }],
    })
    await world.device(ana)
    const next = await head()
    const proof = await world.hub.consistency(first.size, next.size)
    expect(
      proof.ok &&
        witness(
          seen.value.tree,
          { note: next.note, proof: proof.value.hashes },
          { log: logKey(), signer, atSeconds: 1_772_355_700 },
        ),
    ).toMatchObject({ ok: true })
    const stranger = { ...makeDevice(5), name: 'nobody' }
    expect(await world.hub.addCosignature(next.note, cosign(next.note, stranger, 1), [signer])).toMatchObject({
      ok: false,
    })
    expect(await world.hub.addCosignature(next.note, seen.value.line, [signer])).toMatchObject({ ok: false })
    expect(await world.hub.addCosignature('no note\n', seen.value.line, [signer])).toMatchObject({ ok: false })
  })
})
