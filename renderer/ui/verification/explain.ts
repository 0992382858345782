import type { FindingCode, Finding } from '../../../shared/schema/findings.ts'

/** Findings of one code, in the order in which they were found. */
export interface FindingGroup {
  readonly code: FindingCode
  readonly severity: Finding['severity']
  readonly findings: readonly Finding[]
}

/** Groups findings by code: faults first, then information, each group where its first finding stood. */
export const groupFindings = (findings: readonly Finding[]): FindingGroup[] => {
  const byCode = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = `${finding.severity} ${finding.code}`
    byCode.set(key, [...(byCode.get(key) ?? []), finding])
  }
  const groups = [...byCode.values()].flatMap((list): FindingGroup[] => {
    const [first] = list
    return first === undefined ? [] : [{ code: first.code, severity: first.severity, findings: list }]
  })
  return [
    ...groups.filter((group) => group.severity === 'fault'),
    ...groups.filter((group) => group.severity !== 'fault'),
  ]
}

/** How long a verification took, in milliseconds; never negative, though clocks may step. */
export const durationMs = (report: { readonly started_at: string; readonly finished_at: string }): number =>
  Math.max(0, Date.parse(report.finished_at) - Date.parse(report.started_at))

/** File name for a report: what was checked, and when, in characters that every file system takes. */
export const reportFileName = (subject: string, finishedAt: string): string =>
  `verification-${subject.replace(/[^A-Za-z0-9-]+/g, '-')}-${finishedAt
    .replace(/\.\d+/, '')
    .replace(/[^0-9T]/g, '')
    .slice(0, 15)}.json`
