import type { Io } from './io.ts'

const width = 30

/** One state of a progress bar, for example `[#####-----]  50 %  1,000 of 2,000 rows`. */
export const progressLine = (done: number, total: number, unit: string): string => {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * width)
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${percent} %  ${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}`
}

/** A progress bar on a terminal; elsewhere nothing is drawn. */
export const createProgress = (io: Io, unit: string): { update(done: number, total: number): void; end(): void } => ({
  update(done, total) {
    if (io.isTerminal) io.draw(progressLine(done, total, unit))
  },
  end() {
    if (io.isTerminal) io.draw('')
  },
})
