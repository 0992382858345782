import type { AcquisitionFacts } from '../../../../shared/schema/evidence.ts'

/** A piece of evidence that was taken in: what it is called, and its id where the service told it. */
export interface SentPiece {
  readonly name: string
  readonly evidenceId: number | null
}

/** Sends files into a case as evidence; resolves when each of them was sealed, rejects with what kept one from it. */
export type SendEvidence = (given: {
  readonly caseId: number
  readonly name: string
  readonly files: readonly File[]
  readonly facts: AcquisitionFacts
}) => Promise<readonly SentPiece[]>
