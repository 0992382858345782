import type { TextFileParts, TextFiles } from './text-files.ts'
import { createTextFiles } from './text-files.ts'
import type { TextStateReads } from './read-states.ts'
import { createTextStateReads } from './read-states.ts'
import type { SearchTexts } from './search-texts.ts'
import { createSearchTexts } from './search-texts.ts'
import type { TextStates } from './text-states.ts'
import { createTextStates } from './text-states.ts'

/** The text of the evidence of a workspace: what is read, how far, and what stands in it. */
export interface EvidenceTextStore {
  readonly states: TextStates
  readonly reads: TextStateReads
  readonly files: TextFiles
  readonly search: SearchTexts
}

/** Makes the store. */
export const createEvidenceTextStore = (parts: TextFileParts): EvidenceTextStore => {
  const { ledger, sql, env } = parts
  const files = createTextFiles(parts)
  return {
    states: createTextStates({ ledger, sql, nowMs: () => env.clock.nowMs() }),
    reads: createTextStateReads(sql),
    files,
    search: createSearchTexts({ ledger, sql, files, clock: env.clock }),
  }
}
