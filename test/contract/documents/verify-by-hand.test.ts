import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LiveService, freshToken, serve, v1Headers } from '../../support/live-service.ts'
import { type WorkedWorkspace, workedWorkspace } from '../../support/worked-workspace.ts'

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/verify-by-hand.md'), 'utf8')
/** The commands of the page, exactly as they stand, in one shell. */
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map((block) => block[1] ?? '').join('\n')

const byHand = (entryJson: string): { code: number | null; output: string } => {
  const folder = mkdtempSync(path.join(tmpdir(), 'by-hand-'))
  writeFileSync(path.join(folder, 'entry.json'), entryJson)
  const run = spawnSync('sh', ['-c', commands], { cwd: folder, encoding: 'utf8' })
  return { code: run.status, output: run.stdout + run.stderr }
}

const marks = ['key id: OK', 'entry id: OK', 'inclusion: OK']
const signaturesVerified = (output: string): number => output.split('Signature Verified Successfully').length - 1

describe('docs/verify-by-hand.md: its commands check a real entry with openssl and jq alone', () => {
  let service: LiveService
  let worked: WorkedWorkspace
  const entries: string[] = []

  beforeAll(async () => {
    worked = await workedWorkspace()
    service = await serve(worked.dataDir)
    const headers = v1Headers(worked.credentials, freshToken(worked.dataDir, worked.credentials.user_id))
    const get = async (at: string): Promise<string> => (await fetch(new URL(at, service.url), { headers })).text()
    const timeline = JSON.parse(await get(`/v1/cases/${worked.caseId}/timeline?size=100`)) as { data: { entry_id: string }[] }
    for (const { entry_id: id } of timeline.data) entries.push(await get(`/v1/cases/${worked.caseId}/entries/${id}`))
  })

  afterAll(() => service.stop())

  test('every entry of a worked case passes every step', { timeout: 180_000 }, () => {
    expect(entries.length).toBeGreaterThan(10)
    for (const entry of entries) {
      const { code, output } = byHand(entry)
      for (const mark of marks) expect(output).toContain(mark)
      expect(signaturesVerified(output)).toBe(2)
      expect(output).not.toContain('NOT SEALED HERE')
      expect(code).toBe(0)
    }
  })

  test('an edited payload, an exchanged note, a foreign checkpoint and a moved leaf are each seen', () => {
    const opened = entries.find((entry) => entry.includes('"type":"status.changed"')) ?? ''
    type Answer = { data: { envelope: { payload: string }; disclosures: string[]; checkpoint: string; inclusion_proof: { leaf_index: number } } }
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
