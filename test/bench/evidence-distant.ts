import { randomBytes } from 'node:crypto'
import type { RunningService } from '../../main/server/running-service.ts'
import { acquire, ask, must, openCase, startEvidenceWorld, sync } from '../support/sync/evidence-world.ts'
import type { BenchLine } from './report.ts'

const mebibyte = 1_048_576
const size = Number(process.env['FIELDSEAL_BENCH_DISTANT_MIB'] ?? 48) * mebibyte
const smallPieces = 24
const pieceBytes = 100_000
/** From a request to its answer. */
const delayMs = 600

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50))
}

const receivedOf = async ({ workspace: { db } }: RunningService): Promise<number> =>
  (await db.selectFrom('evidence').select('id').where('received', '=', 1).execute()).length

/** MiB/s. */
interface Figures {
  readonly long: number
  readonly small: number
  readonly down: number
}

const measure = async (): Promise<Figures> => {
  const world = await startEvidenceWorld({ passing: { latencyMs: delayMs / 2 } })
  try {
    const first = await world.enrol('first')
    const second = await world.enrol('second')
    for (const device of [first, second]) await must(device, 'PUT', '/v1/sync/settings', { metered: true })
    await must(second, 'PUT', '/v1/sync/settings', { evidence_policy: 'all' })
    const caseId = await openCase(first, 'Far away')
    /** Acquires evidence while it may not go, and answers MiB/s until the hub has sealed that it has it. */
    const send = async (pieces: readonly Uint8Array[]): Promise<number> => {
      const before = await receivedOf(world.hub())
      for (const [n, bytes] of pieces.entries()) await acquire(first, world.root, caseId, `piece-${before + n}`, bytes)
      await sync(first)
      const began = performance.now()
      await must(first, 'PUT', '/v1/sync/settings', { metered: false })
      await until(async () => {
        await ask(world.hub(), 'POST', '/v1/sync/now', {})
        return (await receivedOf(world.hub())) === before + pieces.length
      })
      const seconds = (performance.now() - began) / 1_000
      await must(first, 'PUT', '/v1/sync/settings', { metered: true })
      return pieces.reduce((sum, { length }) => sum + length, 0) / mebibyte / seconds
    }
    const long = await send([randomBytes(size)])
    const small = await send(Array.from({ length: smallPieces }, () => randomBytes(pieceBytes)))
    await sync(second)
    const began = performance.now()
    await must(second, 'PUT', '/v1/sync/settings', { metered: false })
    await until(async () => {
      const state = await must(second, 'GET', '/v1/sync/state')
      return (state['evidence_waiting'] as { fetch: number }).fetch === 0
    })
    const down = (size + smallPieces * pieceBytes) / mebibyte / ((performance.now() - began) / 1_000)
    return { long, small, down }
  } finally {
    await world.stop()
  }
}

const line = (name: string, ours: number, limit: number, limitName: string): BenchLine => ({
  name,
  unit: 'MiB/s',
  ours,
  limit,
  limitName,
  ratio: ours / limit,
  aim: '>= 2 times',
  met: ours / limit >= 2,
})

/**
 * Evidence between a device and a hub that is 600 ms away, beside what one request after another comes to at best: half
 * a mebibyte, or a third of a piece, for each answer.
 */
export const benchDistantEvidence = async (): Promise<BenchLine[]> => {
  const { long, small, down } = await measure()
  const place = `${delayMs} ms away`
  const inTurn = 0.5 / (delayMs / 1_000)
  const piecesInTurn = pieceBytes / mebibyte / (3 * (delayMs / 1_000))
  return [
    line(`a long piece to a hub ${place}`, long, inTurn, 'one part after another'),
    line(`${smallPieces} pieces of 100 kB to a hub ${place}`, small, piecesInTurn, 'one piece after another'),
    line(`evidence from a hub ${place}`, down, inTurn, 'one part after another'),
  ]
}
