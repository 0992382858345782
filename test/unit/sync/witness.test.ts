import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { signCheckpoint } from '../../../main/seal/checkpoint.ts'
import { openCosignatures } from '../../../main/seal/cosignature.ts'
import { sha256 } from '../../../main/seal/hash.ts'
import { consistencyProof, treeRoot } from '../../../main/seal/merkle.ts'
import { keepWitnessed, readWitnessed } from '../../../main/sync/hub/witness-state.ts'
import { witness } from '../../../main/sync/hub/witness.ts'
import type { WitnessedTree } from '../../../main/sync/hub/witness.ts'
import { makeDevice } from '../seal/support.ts'

const log = { ...makeDevice(1), name: 'hub/x/log' }
const parts = { log, signer: { ...makeDevice(2), name: 'witness.example/a' }, atSeconds: 1_772_355_600 }
const leaves = Array.from({ length: 20 }, (_, index) => sha256(Buffer.from([index])))
const forked = leaves.map((leaf, index) => (index === 3 ? sha256(leaf) : leaf))

const shown = (of: readonly Uint8Array[], size: number, from: number, signer = log) => ({
  note: signCheckpoint({ origin: signer.name, size, root: treeRoot(of.slice(0, size)) }, signer),
  proof: from === 0 ? [] : consistencyProof(of, Math.min(from, size), size),
})
const remembered = (size: number): WitnessedTree => ({
  origin: log.name,
  size,
  root: Buffer.from(treeRoot(leaves.slice(0, size))).toString('base64'),
})

describe('Y-53: a witness', () => {
  test('cosigns the first tree that it sees, and every one that extends it; it remembers the newest', () => {
    const first = witness(null, shown(leaves, 5, 0), parts)
    expect(first).toMatchObject({ ok: true, value: { tree: remembered(5) } })
    for (const size of [5, 6, 8, 20]) {
      const note = shown(leaves, size, 5)
      const next = witness(remembered(5), note, parts)
      if (!next.ok) throw new Error(next.error.message)
      expect(next.value.tree).toEqual(remembered(size))
      expect(openCosignatures(note.note + next.value.line, [parts.signer])).toEqual({
        ok: true,
        value: [{ name: parts.signer.name, atSeconds: parts.atSeconds }],
      })
    }
    expect(witness(remembered(0), shown(leaves, 3, 0), parts)).toMatchObject({ ok: true })
  })

  test('refuses a smaller tree, a forked one, another of the same size, and one without its proof', () => {
    expect(witness(remembered(8), shown(leaves, 5, 5), parts)).toMatchObject({
      ok: false,
      error: { code: 'tree_smaller' },
    })
    expect(witness(remembered(5), shown(forked, 9, 5), parts)).toMatchObject({
      ok: false,
      error: { code: 'tree_forked' },
    })
    expect(witness(remembered(5), shown(forked, 5, 5), parts)).toMatchObject({
      ok: false,
      error: { code: 'tree_forked' },
    })
    expect(witness(remembered(5), { ...shown(leaves, 9, 5), proof: [] }, parts)).toMatchObject({
      ok: false,
      error: { code: 'tree_forked' },
    })
  })

  test('refuses what another key signed, another log, a damaged memory, and an empty tree with a root', () => {
    const stranger = { ...makeDevice(3), name: log.name }
    expect(witness(null, shown(leaves, 5, 0, stranger), parts)).toMatchObject({
      ok: false,
      error: { code: 'checkpoint_invalid' },
    })
    const other = { ...log, name: 'hub/y/log' }
    expect(witness(remembered(5), shown(leaves, 5, 5, other), { ...parts, log: other })).toMatchObject({
      ok: false,
      error: { code: 'other_log' },
    })
    expect(witness({ ...remembered(5), root: '?' }, shown(leaves, 6, 5), parts)).toMatchObject({
      ok: false,
      error: { code: 'state_damaged' },
    })
    const empty = { note: signCheckpoint({ origin: log.name, size: 0, root: Buffer.alloc(32) }, log), proof: [] }
    expect(witness(null, empty, parts)).toMatchObject({ ok: false, error: { code: 'checkpoint_invalid' } })
  })

  test('what it remembers lies in a file, whole; a damaged file is a fault, not a new beginning', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-witness-'))
    const file = path.join(folder, 'tree.json')
    expect(await readWitnessed(file)).toEqual({ ok: true, value: null })
    await keepWitnessed(file, remembered(5))
    await keepWitnessed(file, remembered(6))
    expect(await readWitnessed(file)).toEqual({ ok: true, value: remembered(6) })
    expect(readdirSync(folder)).toEqual(['tree.json'])
    for (const text of ['', '{}', '{"origin":"x","size":-1,"root":""}']) {
      writeFileSync(file, text)
      expect(await readWitnessed(file)).toMatchObject({ ok: false, error: { code: 'state_damaged' } })
    }
  })
})
