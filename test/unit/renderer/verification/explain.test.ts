import { describe, expect, it } from 'vitest'
import { durationMs, groupFindings, reportFileName } from '../../../../renderer/ui/verification/explain.ts'
import type { Finding } from '../../../../shared/schema/findings.ts'

const finding = (code: Finding['code'], severity: Finding['severity'], position: number): Finding => ({
  code,
  severity,
  case_uid: 'u',
  case_number: 'CASE-ACME-20261121-00001',
  entry_id: null,
  position,
  message: 'm',
})

describe('findings of a verification', () => {
  it('are grouped by code, faults before information', () => {
    const groups = groupFindings([
      finding('unwitnessed', 'information', 0),
      finding('edited_payload', 'fault', 1),
      finding('unwitnessed', 'information', 2),
    ])
    expect(groups.map((group) => [group.code, group.findings.map((one) => one.position)])).toEqual([
      ['edited_payload', [1]],
      ['unwitnessed', [0, 2]],
    ])
  })

  it('gives no negative duration where the clock stepped back', () => {
    expect(
      durationMs({ started_at: '2026-11-21T10:00:01.000+00:00', finished_at: '2026-11-21T10:00:00.000+00:00' }),
    ).toBe(0)
    expect(
      durationMs({ started_at: '2026-11-21T10:00:00.000+00:00', finished_at: '2026-11-21T10:00:00.250+00:00' }),
    ).toBe(250)
  })

  it('names a report so that every file system takes it', () => {
    expect(reportFileName('CASE-ACME-20261121-00001', '2026-11-21T10:00:00.250+00:00')).toBe(
      'verification-CASE-ACME-20261121-00001-20261121T100000.json',
    )
  })
})
