import type { Acquisition } from '../../../../shared/schema/evidence.ts'

type Measured = Pick<Acquisition, 'bytes_done' | 'bytes_total' | 'active_ms' | 'files_done' | 'files_total'>

/** How far something that moves bytes has come. */
export interface TransferProgress {
  /** 0 to 1; null while it is not known how much there is. */
  readonly fraction: number | null
  /** Bytes a second of the time spent working; null before there is enough to tell. */
  readonly rate: number | null
  /** Milliseconds that the rest will take at that rate; null where that cannot be said. */
  readonly leftMs: number | null
}

/** Work shorter than this says nothing about its rate. */
const tellingMs = 400

/** Many empty files have no bytes to count: then the files are counted. */
const shareDone = ({ bytes_done, bytes_total, files_done, files_total }: Measured): number | null => {
  if (bytes_total !== null && bytes_total > 0) return Math.min(1, bytes_done / bytes_total)
  if (files_total !== null && files_total > 0 && bytes_total !== null) return Math.min(1, files_done / files_total)
  return null
}

/** Judges an acquisition, or a batch of uploads, by what it has done and the time it worked; pauses do not count. */
export const transferProgress = (measured: Measured): TransferProgress => {
  const { bytes_done, bytes_total, active_ms } = measured
  const rate = active_ms >= tellingMs && bytes_done > 0 ? (bytes_done / active_ms) * 1_000 : null
  const leftMs = rate === null || bytes_total === null ? null : (Math.max(0, bytes_total - bytes_done) / rate) * 1_000
  return { fraction: shareDone(measured), rate, leftMs }
}

/** The share done of several acquisitions together, by bytes; null while one of them is still being counted. */
export const shareOfAll = (all: readonly Measured[]): number | null => {
  if (all.length === 0 || all.some((one) => one.bytes_total === null)) return null
  const total = all.reduce((sum, one) => sum + (one.bytes_total ?? 0), 0)
  return total === 0 ? null : Math.min(1, all.reduce((sum, one) => sum + one.bytes_done, 0) / total)
}
