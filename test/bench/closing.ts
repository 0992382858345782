import { ok } from '../../shared/schema/result.ts'
import { judged, payment, takeIn } from '../contract/alerts/support.ts'
import { freshWorkspace, granted } from '../contract/storage/support.ts'
import type { TestWorkspace } from '../contract/storage/support.ts'
import type { BenchLine } from './report.ts'

const alertCount = 5_000
const slice = 500

/** A case that holds alerts of as many customers. */
const fullCase = async (
  { workspace, admin, clock }: TestWorkspace,
  name: string,
): Promise<{ id: number; alerts: number[] }> => {
  const { id } = granted(
    await workspace.cases.create({ title: name, description: 'For closing.', priority: 'high' }, { actor: admin }),
  )
  const alerts: number[] = []
  while (alerts.length < alertCount) {
    const raised = await takeIn(
      workspace,
      admin,
      Array.from({ length: slice }, (_, n) => ({
        event: payment(`${name}-${alerts.length + n}`, clock.nowMs(), { customer_id: `${name}-${alerts.length + n}` }),
        assessment: judged(0.7),
      })),
    )
    const ids = raised.map((one) => one.id)
    granted(await workspace.cases.link(id, { alert_ids: ids }, { actor: admin }))
    alerts.push(...ids)
  }
  return { id, alerts }
}

/** How long something took, and the longest that the event loop, and so everybody who reads, waited meanwhile. */
const watched = async (work: () => Promise<void>): Promise<{ ms: number; longestMs: number }> => {
  let longestMs = 0
  let done = false
  let last = performance.now()
  const turn = (): void => {
    longestMs = Math.max(longestMs, performance.now() - last)
    last = performance.now()
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  const begun = performance.now()
  await work()
  done = true
  return { ms: performance.now() - begun, longestMs }
}

/** A case of 5,000 alerts that is closed with all of them, beside the same alerts disposed of in bulk calls. */
export const benchClosing = async (): Promise<BenchLine[]> => {
  const made = await freshWorkspace()
  const { workspace, admin } = made
  const [closed, bulk] = [await fullCase(made, 'closed'), await fullCase(made, 'bulk')]
  const ours = await watched(
    async () =>
      void granted(
        await workspace.cases.changeStatus(
          closed.id,
          { status: 'closed', notes: 'All are one ring.', outcome: 'confirmed_fraud', dispose_alerts: true },
          { actor: admin },
        ),
      ),
  )
  // The labels of the first ones are not the others' work.
  while (granted(await workspace.ledger.write(admin, async (tx) => ok(await workspace.alerts.teach(tx)))) > 0);
  const limit = await watched(async () => {
    for (let from = 0; from < alertCount; from += slice)
      granted(
        await workspace.alerts.triage(
          { alert_ids: bulk.alerts.slice(from, from + slice), status: 'confirmed', notes: 'All are one ring.' },
          admin,
        ),
      )
  })
  await made.remove()
  const line = (name: string, one: number, other: number): BenchLine => ({
    name,
    unit: 'ms',
    ours: one,
    limit: other,
    limitName: 'the same alerts in bulk calls of 500',
    ratio: other / one,
    aim: '>= 1',
    met: other >= one,
  })
  return [
    line(`closing a case with ${alertCount} alerts`, ours.ms, limit.ms),
    line('the longest that those who read wait meanwhile', ours.longestMs, limit.longestMs),
  ]
}
