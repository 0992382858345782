import { askForDecision } from './awaited.ts'
import type { CaseOpening } from './auto-cases.ts'
import { caseFor, waitingForCases } from './auto-cases.ts'
import { linkNamed } from './link-named.ts'
import { policyActing, readDetectionPolicy } from './policy.ts'
import type { AlertRaiser, LabelSink, RaisedAlert, ScoredActivity } from './ports.ts'
import { isAlerting, raiseOne } from './raise.ts'
import type { Touched } from './raise.ts'

/** An alert with the rows that came to it in this call, and whether one of them made it await a person. */
interface Gathered extends Omit<Touched, 'nowAwaits'> {
  readonly rows: number[]
  nowAwaits: boolean
}

/** Makes the raiser. `labels` takes what dispositions of alerts say that name what came in. */
export const createAlertRaiser = (parts: CaseOpening & { readonly labels: LabelSink }): AlertRaiser => ({
  raise: async (tx, actor, scored, origin) => {
    // First, so that a case which takes such an alert freezes what it names as well.
    await linkNamed(tx, parts.labels, scored)
    const policy = await readDetectionPolicy(tx.sql)
    const touched = new Map<number, Gathered>()
    for (const one of scored.filter(({ assessment }: ScoredActivity) => isAlerting(assessment, policy))) {
      const alert = await raiseOne(tx, one, policy, origin, parts.env.random)
      const known = touched.get(alert.id)
      if (known === undefined) touched.set(alert.id, { ...alert, rows: [one.row] })
      else {
        known.rows.push(one.row)
        known.nowAwaits ||= alert.nowAwaits
      }
    }
    if (touched.size === 0) return []
    const work = { tx: tx.as(await policyActing(tx, actor)), parts, actor, policy }
    for (const id of await waitingForCases(tx)) if (!touched.has(id)) await caseFor(work, id)
    const raised: RaisedAlert[] = []
    for (const { id, uid, isNew, nowAwaits, rows } of touched.values()) {
      const { caseId, opened } = await caseFor(work, id)
      if (nowAwaits) askForDecision(tx, id, caseId)
      raised.push({ id, uid, isNew, caseId, openedCase: opened, rows })
    }
    return raised
  },
})
