import { afterEach, describe, expect, it } from 'vitest'
import type { Assessment } from '../../../main/detection/ports.ts'
import { openFeatures } from '../../../main/server/detection/open-features.ts'
import type { TransactionIntake } from '../../../main/server/transactions/intake.ts'
import { keepFinding } from '../../../main/storage/transactions/labels.ts'
import { freshWorkspace, granted } from '../storage/support.ts'
import type { TestWorkspace } from '../storage/support.ts'
import { ok } from '../../../shared/schema/result.ts'
import { activityFrom, intakeOver } from './activities.ts'

const day = 86_400_000
const startMs = Date.UTC(2031, 0, 1)
const low: Assessment = { score: 0, riskLevel: 'low', action: 'allow', signals: [], reasons: [], hits: [], model: null }

type Given = Readonly<Record<string, unknown>>
const paid = (n: number, more: Given = {}) =>
  activityFrom({
    transaction_id: `P-${n}`,
    at: new Date(startMs + (n * day) / 4).toISOString(),
    amount: 10 + n,
    customer_id: `C-${n % 3}`,
    terminal_id: `T-${n % 2}`,
    ...more,
  })

interface World {
  readonly folder: TestWorkspace
  readonly intake: TransactionIntake
  take(activities: readonly ReturnType<typeof paid>[]): Promise<readonly string[]>
  /** What features say of a terminal, by those that lived through everything and by those that are opened now. */
  known(): Promise<{ readonly live: unknown; readonly opened: unknown }>
  /** A person, or an alert's disposition, finds something of an activity, or (null) takes it back. */
  find(n: number, isFraud: boolean | null, alertUid?: string): Promise<void>
}

const worlds: TestWorkspace[] = []
afterEach(async () => {
  for (const folder of worlds.splice(0)) await folder.remove()
})

const freshWorld = async (): Promise<World> => {
  const folder = await freshWorkspace()
  worlds.push(folder)
  const state = await openFeatures(folder.workspace)
  const take = (event: Parameters<typeof state.features.observe>[0]): Assessment => {
    state.features.observe(event)
    return low
  }
  const intake = intakeOver(folder, {
    detector: { assess: () => low, take },
    features: state.features,
    clockMs: () => state.clockMs(),
    currency: () => state.currency(),
    catchUp: () => state.catchUp(),
    kept: (tx, row) => state.kept(tx, row),
    reload: () => state.reload(),
  })
  const probe = paid(125).event
  return {
    folder,
    intake,
    take: async (activities) =>
      granted(await intake.take(folder.admin, activities, { origin: 'import', importId: null })).map(
        ({ outcome }) => outcome,
      ),
    known: async () => {
      await state.catchUp()
      return {
        live: state.features.peek(probe).features,
        opened: (await openFeatures(folder.workspace)).features.peek(probe).features,
      }
    },
    find: async (n, isFraud, alertUid) => {
      const row = folder.workspace.transactions.find(`P-${n}`)?.n as number
      granted(
        await folder.workspace.ledger.write(folder.admin, async (tx) => {
          await keepFinding(tx.sql, row, {
            isFraud,
            knownAtMs: startMs + (alertUid === undefined ? 40 : 41) * day,
            by: folder.admin.userUid,
            alertUid: alertUid ?? null,
          })
          return ok(undefined)
        }),
      )
    },
  }
}

const labelOf = ({ folder }: World, n: number) => folder.workspace.transactions.read(`P-${n}`)?.label

const feed = Array.from({ length: 120 }, (_, n) => paid(n))

describe('I-8: a label that comes after its activity', () => {
  it('is kept once, known not before the newest activity that is here; again it changes nothing, and another one is a conflict', async () => {
    const world = await freshWorld()
    await world.take(feed)
    expect(await world.take([paid(3, { is_fraud: true }), paid(110, { is_fraud: true }), paid(4)])).toEqual([
      'labelled',
      'labelled',
      'already_there',
    ])
    expect(labelOf(world, 3), 'it would have been known on 8 January').toMatchObject({
      is_fraud: true,
      by: 'import',
      known_at: new Date(startMs + (119 * day) / 4).toISOString().replace('Z', '+00:00'),
    })
    expect(labelOf(world, 110)).toMatchObject({
      known_at: new Date(startMs + (110 * day) / 4 + 7 * day).toISOString().replace('Z', '+00:00'),
    })
    expect(await world.take([paid(3, { is_fraud: true }), paid(3, { is_fraud: false }), paid(3)])).toEqual([
      'already_there',
      'conflict',
      'already_there',
    ])
    expect(labelOf(world, 3)).toMatchObject({ is_fraud: true })
  })

  it('may come in the same call as its activity, and a third word is held against it', async () => {
    const world = await freshWorld()
    expect(
      await world.take([
        paid(0),
        paid(0, { is_fraud: true }),
        paid(0, { is_fraud: true }),
        paid(0, { is_fraud: false }),
      ]),
    ).toEqual(['taken', 'labelled', 'already_there', 'conflict'])
    expect(labelOf(world, 0)).toMatchObject({ is_fraud: true, by: 'import' })
  })

  it('contradicts nothing that a person found, who has the last word', async () => {
    const world = await freshWorld()
    await world.take(feed.slice(0, 10))
    await world.find(1, false)
    expect(await world.take([paid(1, { is_fraud: false }), paid(1, { is_fraud: true })])).toEqual([
      'already_there',
      'conflict',
    ])
    await world.take([paid(2, { is_fraud: true })])
    await world.find(2, false)
    expect(labelOf(world, 2)).toMatchObject({ is_fraud: false, by: 'person' })
    expect(await world.take([paid(2, { is_fraud: true })]), 'the file says what it said').toEqual(['already_there'])
    await world.find(2, null)
    expect(labelOf(world, 2)).toMatchObject({ is_fraud: true, by: 'import' })
  })

  it('F-5, F-7: leaves the features that a restart counts anew, also where a person’s finding stood above it for a while', async () => {
    const world = await freshWorld()
    await world.take(feed.slice(0, 60))
    await world.take([5, 20, 41].map((n) => paid(n, { is_fraud: n !== 20 })))
    await world.take(feed.slice(60, 90))
    const between = await world.known()
    expect(between.opened).toEqual(between.live)
    expect(between.live).toMatchObject({ terminal_frauds_ever: 2, terminal_labels_30d: 2 })
    await world.find(5, false)
    await world.take(feed.slice(90, 100))
    await world.find(5, null)
    await world.take(feed.slice(100))

    const plain = await freshWorld()
    await plain.take(feed.slice(0, 60))
    await plain.take([5, 20, 41].map((n) => paid(n, { is_fraud: n !== 20 })))
    await plain.take(feed.slice(60))
    const [after, never] = [await world.known(), await plain.known()]
    expect(after.live).toEqual(never.live)
    expect(after.opened).toEqual(never.live)
    expect(never.opened).toEqual(never.live)
  })

  it('I-6, F-7: what one found stands again where what another found above it is taken back, as if that had never been said', async () => {
    const world = await freshWorld()
    await world.take(feed.slice(0, 60))
    await world.find(5, true)
    await world.take(feed.slice(60, 90))
    await world.find(5, false, 'an alert')
    await world.take(feed.slice(90, 100))
    expect((await world.known()).live).toMatchObject({ terminal_frauds_ever: 0 })
    await world.find(5, null, 'an alert')
    await world.take(feed.slice(100))

    const plain = await freshWorld()
    await plain.take(feed.slice(0, 60))
    await plain.find(5, true)
    await plain.take(feed.slice(60))
    const [after, never] = [await world.known(), await plain.known()]
    expect(after.live).toEqual(never.live)
    expect(after.opened).toEqual(never.live)
  })
})
