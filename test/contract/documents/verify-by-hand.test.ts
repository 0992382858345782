import { beforeAll, describe, expect, test } from 'vitest'
import { byHand, byHandMarks, signaturesVerified } from '../../support/by-hand.ts'
import { serveHere } from '../../support/command-here.ts'
import { v1Headers } from '../../support/live-service.ts'
import { someOf } from '../../support/tries.ts'
import { type WorkedWorkspace, workedWorkspace } from '../../support/worked-workspace.ts'

describe('docs/verify-by-hand.md: its commands check a real entry with openssl and jq alone', () => {
  let worked: WorkedWorkspace
  const entries: string[] = []

  beforeAll(async () => {
    worked = await workedWorkspace()
    const service = await serveHere(worked.dataDir)
    const headers = v1Headers(worked.credentials)
    const get = async (at: string): Promise<string> => (await fetch(new URL(at, service.url), { headers })).text()
    const timeline = JSON.parse(await get(`/v1/cases/${worked.caseId}/timeline?size=100`)) as {
      data: { entry_id: string }[]
    }
    for (const { entry_id: id } of timeline.data) entries.push(await get(`/v1/cases/${worked.caseId}/entries/${id}`))
    await service.stop()
  })

  const typeOf = (entry: string): string =>
    (JSON.parse(entry) as { data: { payload: { type: string } } }).data.payload.type

  test('every entry of a worked case passes every step', { timeout: 180_000 }, () => {
    expect(entries.length).toBeGreaterThan(10)
    for (const entry of someOf(entries, 8, typeOf)) {
      const { code, output } = byHand(entry)
      for (const mark of byHandMarks) expect(output).toContain(mark)
      expect(signaturesVerified(output)).toBe(2)
      expect(output).not.toContain('NOT SEALED HERE')
      expect(code).toBe(0)
    }
  })

  test('an edited payload, an exchanged note, a foreign checkpoint and a moved leaf are each seen', () => {
    const opened = entries.find((entry) => entry.includes('"type":"status.changed"')) ?? ''
    type Answer = {
      data: {
        envelope: { payload: string }
        disclosures: string[]
        checkpoint: string
        inclusion_proof: { leaf_index: number }
      }
    }
    const altered = (change: (data: Answer['data']) => void): string => {
      const answer = JSON.parse(opened) as Answer
      change(answer.data)
      return byHand(JSON.stringify(answer)).output
    }
    const edited = altered((data) => {
      const payload = Buffer.from(data.envelope.payload, 'base64').toString()
      data.envelope.payload = Buffer.from(payload.replace(/"to":"[a-z_]+"/, '"to":"closed_"')).toString('base64')
    })
    expect(signaturesVerified(edited)).toBe(1)
    expect(edited).not.toContain('entry id: OK')
    const exchanged = altered((data) => {
      data.disclosures[0] = Buffer.from('["c2FsdHNhbHRzYWx0c2FsdA","notes","Nothing happened."]').toString('base64url')
    })
    expect(exchanged).toContain('NOT SEALED HERE')
    const foreign = altered((data) => {
      data.checkpoint = data.checkpoint.replace(/\n\d+\n/, '\n9999\n')
    })
    expect(signaturesVerified(foreign)).toBe(1)
    const moved = altered((data) => {
      data.inclusion_proof.leaf_index += 1
    })
    expect(moved).not.toContain('inclusion: OK')
  })
})
