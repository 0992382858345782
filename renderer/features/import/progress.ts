import type { ShownImport } from './useImport.ts'

type Counted = Pick<ShownImport, 'rows' | 'created' | 'already_there' | 'duplicates' | 'rejected'>

/** Rows that were looked at. */
export const rowsDone = ({ created, already_there: already, duplicates, rejected }: Omit<Counted, 'rows'>): number =>
  created + already + duplicates + rejected

/** Share of an import that is done, 0 to 1; null while the number of rows is not known. */
export const importProgress = (job: Counted): number | null =>
  job.rows === 0 ? null : Math.min(1, rowsDone(job) / job.rows)
