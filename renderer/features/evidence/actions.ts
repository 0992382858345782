import { createContext, useContext } from 'react'

/** What can be begun from anywhere in a case. */
export interface CaseEvidenceActions {
  /** Opens the dialog that acquires. */
  readonly acquire: () => void
  /** Opens the dialog that exports, with these pieces chosen; an empty list chooses all. */
  readonly exportCase: (pieces: readonly number[]) => void
}

export const EvidenceActions = createContext<CaseEvidenceActions>({
  acquire: () => undefined,
  exportCase: () => undefined,
})

export const useEvidenceActions = (): CaseEvidenceActions => useContext(EvidenceActions)
