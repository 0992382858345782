import type { Refusal } from '../../../shared/api/errors.ts'
import type { CaseText } from '../../../shared/schema/evidence-text.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { EvidenceTextStore } from '../../storage/evidence-text/evidence-text-store.ts'
import type { Ledger } from '../../storage/ledger/ledger.ts'
import { readDueText } from './read-due-text.ts'
import type { TextReadingParts } from './read-due-text.ts'

/** What reading evidence in the background stands on. */
export interface EvidenceTextParts extends TextReadingParts {
  readonly ledger: Pick<Ledger, 'onCommitted'>
  readonly scheduler: Scheduler
  /** So long it waits before it begins to read what came by itself, in milliseconds. */
  readonly quietMs?: number | undefined
}

/**
 * The text of evidence: read by itself in the background, one piece after the other, and searched (E-40 to E-44). A
 * reading that a stop interrupts is begun again by the next start.
 */
export interface EvidenceTexts {
  readonly search: EvidenceTextStore['search']
  readonly reads: EvidenceTextStore['reads']
  renew(caseId: number): Promise<Result<CaseText, Refusal>>
  drop(caseId: number): Promise<Result<CaseText, Refusal>>
  close(): Promise<void>
}

/** Bytes come, and cases go, without an entry: so often it is looked for both. */
const lookMs = 30_000

/** Whoever acquires, or has just opened the folder, goes first. */
const usualQuietMs = 3_000

/** What failed for a reason that is not the piece's is left alone for so long. */
const restMs = 60_000

/** Begins to read what waits. */
export const createEvidenceTexts = async (parts: EvidenceTextParts): Promise<EvidenceTexts> => {
  const { texts, ledger, scheduler, log, quietMs = usualQuietMs } = parts
  const { states, reads, files, search } = texts
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let isResting = false
  let isQuiet = false
  let cancelLook: () => void = () => undefined
  let cancelRest: () => void = () => undefined
  let cancelQuiet: () => void = () => undefined

  const rest = (error: unknown): void => {
    log.error({ err: error }, 'the text of evidence could not be read; it is tried again in a minute')
    isResting = true
    cancelRest = scheduler.after(restMs, () => {
      isResting = false
      wake()
    })
  }

  const readAll = async (): Promise<void> => {
    for (let due = states.next(); due !== null && !stopping.signal.aborted; due = states.next())
      await readDueText(parts, due, stopping.signal)
  }

  const isDue = (): boolean => running === null && !isResting && !stopping.signal.aborted && states.next() !== null

  function begin(): void {
    if (!isDue()) return
    running = readAll()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) rest(error)
      })
      .finally(() => {
        running = null
        // What came while the last piece ended.
        wake()
      })
  }

  function wake(): void {
    if (isQuiet || !isDue()) return
    if (quietMs === 0) {
      begin()
      return
    }
    isQuiet = true
    cancelQuiet = scheduler.after(quietMs, () => {
      isQuiet = false
      begin()
    })
  }

  const look = (): void => {
    cancelLook = scheduler.after(lookMs, () => {
      files.tidy()
      wake()
      look()
    })
  }

  const changed = async (
    caseId: number,
    change: Promise<Result<void, Refusal>>,
  ): Promise<Result<CaseText, Refusal>> => {
    const done = await change
    if (!done.ok) return done
    files.tidy()
    begin()
    return reads.ofCase(caseId)
  }

  const endListening = ledger.onCommitted((chains) => {
    files.tidyAfter(chains)
    wake()
  })
  files.tidy()
  await files.forgetLost()
  wake()
  look()

  return {
    search: async (caseId, asked, actor) => {
      const found = await search(caseId, asked, actor)
      // A text that could not be opened is read again.
      wake()
      return found
    },
    reads,
    renew: (caseId) => changed(caseId, states.renew(caseId)),
    drop: (caseId) => changed(caseId, states.drop(caseId)),
    close: async () => {
      endListening()
      cancelLook()
      cancelRest()
      cancelQuiet()
      stopping.abort()
      await running
    },
  }
}
