import { createHash, randomBytes } from 'node:crypto'
import { serveHere } from './command-here.ts'
import { v1Headers } from './live-service.ts'
import type { WorkedWorkspace } from './worked-workspace.ts'

/** A piece that was taken in. */
export interface TakenEvidence {
  readonly id: number
  readonly sha256: string
}

/**
 * Takes pieces of evidence into the case of a worked workspace through a service, and does with them whatever can be
 * done.
 */
export const withEvidence = async (
  { dataDir, credentials, caseId }: WorkedWorkspace,
  sizes: readonly number[],
): Promise<TakenEvidence[]> => {
  const service = await serveHere(dataDir)
  const call = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly data: Record<string, unknown> }> => {
    const headers = { ...v1Headers(credentials), 'content-type': 'application/json' }
    const answer = await fetch(new URL(path, service.url), {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { data: Record<string, unknown> }
  }
  const taken: TakenEvidence[] = []
  for (const [n, size] of sizes.entries()) {
    const bytes = randomBytes(size)
    const opened = await call('POST', `/v1/cases/${caseId}/uploads`, {
      name: `piece-${n}.bin`,
      size,
      facts: { source: 'Laptop of a bystander' },
    })
    const headers = {
      ...v1Headers(credentials),
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }
    const sent = await fetch(new URL(String(opened.data['upload_url']), service.url), {
      method: 'PATCH',
      headers,
      body: bytes,
    })
    if (sent.status !== 204) throw new Error(await sent.text())
    const told = await call('GET', `/v1/acquisitions/${String((opened.data['acquisition'] as { id: string }).id)}`)
    taken.push({ id: Number(told.data['evidence_id']), sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  const [first, second] = taken
  if (first !== undefined && second !== undefined) {
    const at = `/v1/cases/${caseId}/evidence/${first.id}`
    await call('PATCH', at, { label: 'Exhibit A-1', tags: ['ledger', 'seized'] })
    await call('POST', `${at}/notes`, { text: 'It names the account.' })
    await call('POST', `${at}/relations`, { to: second.id, kind: 'derived_from' })
    await call('POST', `${at}/link`, { purpose: 'view' })
  }
  await service.stop()
  return taken
}
