import { create } from 'zustand'

/** Cases that carry a mark in every list, whoever shows them. */
type CaseMarks = {
  /** Others wrote in them since this person last looked. */
  readonly news: ReadonlySet<number>
  /** A conflict waits for a decision. */
  readonly conflicts: ReadonlySet<number>
}

export const useCaseMarks = create<CaseMarks>(() => ({ news: new Set<number>(), conflicts: new Set<number>() }))

export const markCases = (marks: Partial<CaseMarks>): void => useCaseMarks.setState(marks)
