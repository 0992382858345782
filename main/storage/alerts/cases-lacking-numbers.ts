import { ok } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { numberDay } from '../../domain/cases/numbers.ts'
import type { Env } from '../../platform/env.ts'
import type { NumberSource } from '../cases/number-source.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { caseFor, waitingForCases } from './auto-cases.ts'
import type { CaseOpening } from './auto-cases.ts'
import { policyActing, readDetectionPolicy } from './policy.ts'

/** What asking for the numbers of alerts' cases stands on. */
export interface LackingNumberParts {
  readonly ledger: Pick<Ledger, 'write'>
  readonly numbers: Pick<NumberSource, 'more'>
  readonly env: Pick<Env, 'log'>
  /** How the cases are opened once there are numbers. */
  readonly opening: () => CaseOpening
}

interface Want {
  readonly actor: Actor
  readonly atMs: number
}

/** What was lent may be of no use (the clock of this computer is wrong): then it is not asked for on and on. */
const triesMost = 8

/**
 * Makes what is told that a case by policy could not be opened for want of a number (Y-94): it asks the hub, outside of
 * the transaction that lacked it, and opens the cases that wait then. Where the hub cannot be reached they follow with
 * the next activities.
 */
export const createLackingNumbers = ({
  ledger,
  numbers,
  env,
  opening,
}: LackingNumberParts): CaseOpening['lacksNumber'] => {
  let asking = false
  let next: Want | null = null

  const openWaiting = async (actor: Actor): Promise<void> => {
    for (let opened = 1; opened > 0;) {
      const done = await ledger.write(actor, async (tx) => {
        const policy = await readDetectionPolicy(tx.sql)
        const work = { tx: tx.as(await policyActing(tx, actor)), parts: opening(), actor, policy }
        let count = 0
        for (const id of await waitingForCases(tx)) if ((await caseFor(work, id)).opened) count += 1
        return ok(count)
      })
      opened = done.ok && next === null ? done.value : 0
    }
  }

  const serve = async (first: Want): Promise<void> => {
    let want: Want | null = first
    for (let tries = 0; want !== null && tries < triesMost; tries += 1) {
      next = null
      if ((await numbers.more(numberDay(want.atMs))) !== 'lent') return
      await openWaiting(want.actor)
      want = next
    }
  }

  return (actor, atMs) => {
    next = { actor, atMs }
    if (asking) return
    asking = true
    serve(next)
      .catch((error: unknown) => env.log.error({ err: error }, 'the hub could not be asked for the numbers of cases'))
      .finally(() => {
        asking = false
      })
  }
}
