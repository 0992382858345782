import type { Finding } from '../../shared/schema/findings.ts'
import { makeFinding } from './findings.ts'
import type { SequencePoint } from './verify-types.ts'

/** One chain's sound entries of a device, with the case that they belong to. */
export interface DevicePoint extends SequencePoint {
  readonly caseUid: string
  readonly caseNumber: string | null
}

/**
 * S-100: over all cases, a device's `dseq` counts 1, 2, 3 ... A number that no case has shows an entry, or a whole
 * case, that was taken away even where no checkpoint covers it; a number used twice shows a fork.
 *
 * @param points every sound entry of one device, from the reports of all cases and the workspace; only for a device
 * whose
 *   every case is at hand (this device itself, or any device on the hub)
 * @param accountedFor the sum of the reports' `accountedFor`: numbers that have a finding in their own case already
 */
export const verifyDeviceSequence = (points: readonly DevicePoint[], accountedFor = 0): Finding[] => {
  const findings: Finding[] = []
  let explained = accountedFor
  let last = 0
  for (const point of [...points].sort((a, b) => a.dseq - b.dseq)) {
    const finding = (code: 'missing_entry' | 'device_fork', message: string): Finding => ({
      ...makeFinding(point, code, message),
      entry_id: point.id,
    })
    if (point.dseq === last)
      findings.push(finding('device_fork', `the device sealed two entries as its number ${point.dseq} over all cases`))
    const lacking = Math.max(0, point.dseq - last - 1)
    const unexplained = Math.max(0, lacking - explained)
    explained -= lacking - unexplained
    if (unexplained > 0)
      findings.push(
        finding('missing_entry', `${unexplained} entries that the device sealed before this one are in no case`),
      )
    last = point.dseq
  }
  return findings
}
