import type { ReturnedRun } from '../../seal/returned.ts'

/** The runs with one more, which goes on where one of the same device ended. */
export const withRun = (runs: readonly ReturnedRun[], run: ReturnedRun): readonly ReturnedRun[] => {
  const before = runs.find(({ device_id: device, to }) => device === run.device_id && to + 1 === run.from)
  return before === undefined ? [...runs, run] : runs.map((one) => (one === before ? { ...before, to: run.to } : one))
}
