import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { createEvidenceService } from '../../../main/server/evidence/evidence-service.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { runHere } from '../../support/command-here.ts'
import { turnedByHand } from '../../support/turned-by-hand.ts'
import { startBench } from '../api/support.ts'

const support = path.resolve('test/support')
const bytes = randomBytes(3_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')

let scratch: string
let asked: readonly string[]
let caseId: number

beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-erasure-killed-'))
  const bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  const approver = await bench.addPerson('supervisor', 'approves')
  caseId = (await bench.createCase()).id
  const opened = await bench.ask('POST', `/v1/cases/${caseId}/uploads`, {
    body: { name: 'phone.bin', size: bytes.length, facts: {} },
  })
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  await bench.ask('PATCH', opened.data.upload_url, { headers, raw: bytes })
  const [piece] = (await bench.ask('GET', `/v1/cases/${caseId}/evidence`)).data
  const request = await bench.ask('POST', `/v1/cases/${caseId}/evidence/${piece?.id ?? 0}/erasure`, {
    body: { legal_basis: 'court_order', reference: 'AG 12/31', reason: 'The seizure was unlawful.' },
  })
  asked = [caseId, piece?.id, request.data.entry_id, approver.id, approver.uid].map(String)
  await bench.service.close()
  cpSync(bench.dataDir, path.join(scratch, 'asked'), { recursive: true })
  rmSync(path.dirname(bench.dataDir), { recursive: true, force: true })
}, 120_000)
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Approves in a copy of the folder, by a process that is killed at its n-th commit. */
const killedIn = (name: string, commit: number, after: boolean): { dir: string; signal: NodeJS.Signals | null } => {
  const dir = path.join(scratch, name)
  cpSync(path.join(scratch, 'asked'), dir, { recursive: true })
  const { signal } = spawnSync(
    process.execPath,
    ['--import', path.join(support, 'die-at-commit.ts'), path.join(support, 'erase-once.ts'), dir, ...asked],
    {
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: path.join(scratch, 'compiled'),
        DIE_AT_COMMIT: String(commit),
        ...(after ? { DIE_AFTER: '1' } : {}),
      },
    },
  )
  return { dir, signal }
}

/** What the next start of the folder makes of it: how the request stands, and what is left of the bytes. */
const afterStart = async (dir: string): Promise<readonly [state: string, file: boolean, key: boolean]> => {
  const opened = await openWorkspace(dir, systemEnv(createLog('silent')))
  if (!opened.ok) throw new Error(opened.error.message)
  const workspace = opened.value
  const service = await createEvidenceService(workspace, '0.0.0', turnedByHand())
  await service.close()
  const [request] = await service.erasures.list({})
  const key = await workspace.evidence.store.blobKey(sha256, caseId)
  const file = existsSync(workspace.evidence.blobs.pathOf(sha256))
  await workspace.close()
  return [request?.state ?? 'none', file, key !== null]
}

test('L-134: killed at any commit, before or after it, a device has the request and the bytes, or the erasure and none', async () => {
  const ends = new Set<string>()
  let commit = 1
  for (let alive = true; alive; commit += 1)
    for (const after of [false, true]) {
      const { dir, signal } = killedIn(`${commit}-${after}`, commit, after)
      const end = await afterStart(dir)
      expect([
        ['waiting', true, true],
        ['erased', false, false],
      ]).toContainEqual(end)
      ends.add(end[0])
      expect((await runHere('verify', dir)).lines.filter(({ severity }) => severity === 'fault')).toEqual([])
      rmSync(dir, { recursive: true, force: true })
      if (signal === null) alive = false
    }
  expect([...ends].sort()).toEqual(['erased', 'waiting'])
  expect(commit).toBeGreaterThan(2)
}, 300_000)
