import type { KeptAcquisition } from '../../storage/evidence/acquisition-store.ts'

const problemsKept = 200

/** What changes while an acquisition runs. */
export interface Progress {
  filesDone: number
  bytesDone: number
  duplicates: number
  problems: { readonly path: string; readonly message: string }[]
  problemsTotal: number
  evidenceId: number | null
  filesTotal: number | null
  bytesTotal: number | null
}

/** Where an acquisition stands, to be counted on. */
export const progressOf = (kept: KeptAcquisition): Progress => ({
  filesDone: kept.filesDone,
  bytesDone: kept.bytesDone,
  duplicates: kept.duplicates,
  problems: [...kept.problems],
  problemsTotal: kept.problemsTotal,
  evidenceId: kept.evidenceId,
  filesTotal: kept.filesTotal,
  bytesTotal: kept.bytesTotal,
})

/** Adds a problem; the first ones are kept, all are counted. */
export const addProblem = (progress: Progress, path: string, message: string): void => {
  progress.problemsTotal += 1
  if (progress.problems.length < problemsKept) progress.problems.push({ path: path === '' ? '.' : path, message })
}
