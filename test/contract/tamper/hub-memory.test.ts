import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHere } from '../../support/command-here.ts'
import { Forger } from '../../support/forger.ts'
import { giveLog } from '../../support/log-bundle.ts'
import { contestedCase, giveReceipt } from '../../support/synced-bundle.ts'
import type { ContestedCase } from '../../support/synced-bundle.ts'
import { makeDevice } from '../../unit/seal/support.ts'

/**
 * L-86: how far a hub and its witnesses vouch for a case is read beside it as fact, and cannot be turned round in the
 * rows that say so.
 */

const witness = { ...makeDevice(51), name: 'witness.example/known' }
let made: ContestedCase

const found = async (dataDir: string): Promise<string[]> => {
  const { lines } = await runHere('verify', dataDir)
  return lines
    .filter((line) => line['severity'] === 'fault')
    .map((line) => `${String(line['code'])}: ${String(line['message']).replaceAll(/\d+/gu, '#')}`)
}

beforeAll(async () => {
  made = await contestedCase()
  const { a, field, uid } = made
  await a.workspace.sync.settings.trustWitness(witness, 1)
  await giveReceipt(field, a, uid, 0, new Date(a.clock.nowMs() + 60_000).toISOString())
  await giveLog(field, a, uid, [witness], 1_772_355_600, null)
  await a.workspace.close()
}, 120_000)
afterAll(() => made.field.remove())

const remembered = 'row_differs: how far the hub vouches for the chain is remembered otherwise than it signed'
const unproven = 'row_differs: # kept proofs from the log of the hub do not hold for the entries'
const received = 'row_differs: the time of the newest receipt is remembered otherwise than the hub signed'

const alterations: readonly (readonly [what: string, statement: string, message: string])[] = [
  [
    'fewer entries read as witnessed',
    'update standings set anchor_size = anchor_size - 1 where uid = @uid',
    remembered,
  ],
  [
    'more entries read as witnessed',
    'update standings set anchor_size = anchor_size + 40 where uid = @uid',
    remembered,
  ],
  [
    'another root is named as the anchor of what is sealed next',
    'update standings set anchor_root = zeroblob(32) where uid = @uid',
    remembered,
  ],
  [
    'nothing reads as witnessed',
    'update standings set anchor_size = null, anchor_root = null, anchor_note = null where uid = @uid',
    remembered,
  ],
  ['what the hub signed is gone, and reads as witnessed', 'delete from hub_checkpoints where uid = @uid', remembered],
  [
    'a row of a checkpoint gives another root',
    'update hub_checkpoints set root = zeroblob(32) where uid = @uid',
    'row_differs: # rows of kept checkpoints of the hub differ from what it signed',
  ],
  [
    'the hub has received it at another time',
    "update receipts set at = '2020-01-01T00:00:00.000Z' where uid = @uid",
    'row_differs: # kept receipts of the hub do not hold for the entries',
  ],
  [
    'the newest receipt is another',
    "update standings set last_receipt_at = '2020-01-01T00:00:00.000Z' where uid = @uid",
    received,
  ],
  ['more entries read as cosigned', 'update log_proofs set size = size + 40 where uid = @uid', unproven],
  ['the log holds it elsewhere', 'update log_proofs set leaf_index = leaf_index + 1 where uid = @uid', unproven],
  ['the proof is another', 'update log_proofs set hashes = zeroblob(length(hashes)) where uid = @uid', unproven],
  [
    'the log has another head',
    "update log_heads set note = replace(note, '/log', '/leg') where kind = 'cosigned' and @uid <> ''",
    unproven,
  ],
  [
    'the head has another root',
    "update log_heads set root = zeroblob(32) where kind = 'cosigned' and @uid <> ''",
    unproven,
  ],
  ['the head is gone', "delete from log_heads where kind = 'cosigned' and @uid <> ''", unproven],
]

describe('how far others vouch for a case', () => {
  test('is as the rows tell it, in a folder that nobody altered', async () =>
    expect(await found(made.a.dir)).toEqual([]))

  test.each(alterations)('%s: is named', async (_what, statement, message) => {
    const forger = new Forger(made.a.dir)
    try {
      expect(forger.db.prepare(statement).run({ uid: made.uid }).changes).toBeGreaterThan(0)
      expect(await found(forger.dataDir)).toContain(message)
    } finally {
      forger.close()
      forger.discard()
    }
  })
})
