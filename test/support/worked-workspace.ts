import { freshTokenHere, freshWorkspaceIn, serveHere } from './command-here.ts'
import { type Credentials, newDataDir, v1Headers } from './live-service.ts'
import { preparedFolder } from './prepared.ts'

/** A workspace in which one case was worked on in every way; its service has stopped. */
export interface WorkedWorkspace {
  readonly dataDir: string
  readonly credentials: Credentials
  readonly caseId: number
  /** The case's chain: its integer id. */
  readonly chain: number
}

type Call = (method: string, path: string, body?: unknown) => Promise<{ readonly data: Record<string, unknown> }>

const caller =
  (url: URL, credentials: Credentials): Call =>
  async (method, path, body) => {
    const headers = { ...v1Headers(credentials), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const answer = await fetch(new URL(path, url), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as { data: Record<string, unknown> }
  }

const statuses = [
  'investigating',
  'pending_review',
  'escalated',
  'investigating',
  'resolved',
  'open',
  'closed',
  'investigating',
]

/** Works a case through the HTTP API of a service: every kind of entry, a policy, a second user, a second case. */
const work = async (dataDir: string): Promise<Omit<WorkedWorkspace, 'dataDir'>> => {
  const credentials = await freshWorkspaceIn(dataDir)
  const service = await serveHere(dataDir)
  const call = caller(service.url, credentials)
  await call('POST', '/v1/users', { login_name: 'ines', name: 'Inês Prado', role: 'investigator' })
  const policy = {
    sla_hours: { urgent: 4, high: 24, medium: 72, low: 168 },
    sla_pauses_in_pending_review: true,
    workflow: null,
    four_eyes: [],
  }
  await call('PUT', '/v1/workspace/policy', policy)
  await call('POST', '/v1/cases', { title: 'Another case', description: 'Left alone.', priority: 'low' })
  const opened = await call('POST', '/v1/cases', {
    title: 'Mule account at Łódź branch',
    description: 'Three salary payments forwarded within minutes.',
    priority: 'high',
    related_customer_id: 4711,
    related_account_id: 815,
    alert_ids: [101, 102],
  })
  const caseId = Number(opened.data['id'])
  const at = `/v1/cases/${caseId}`
  for (const [n, status] of statuses.entries())
    await call('PUT', `${at}/status`, { status, notes: `Rationale ${n}: seen by two people.` })
  await call('POST', `${at}/notes`, { text: 'Called the branch; they hold the card.' })
  const note = await call('POST', `${at}/notes`, { text: 'The name of a bystander, to be erased.' })
  await call('PATCH', at, { title: 'Mule account network at Łódź branch' })
  await call('PUT', `${at}/priority`, { priority: 'urgent', notes: 'Money is still moving.' })
  await call('PUT', `${at}/owner`, { owner_id: credentials.user_id, notes: 'Taking it over.' })
  await call('POST', `${at}/links`, { customer_ids: [4712], alert_ids: [103] })
  await call('POST', `${at}/links/remove`, { alert_ids: [101] })
  const entry = await call('GET', `${at}/entries/${String(note.data['entry_id'])}`)
  const digests = Object.values((entry.data['entry'] as { withheld: Record<string, { digest: string }> }).withheld).map(
    ({ digest }) => digest,
  )
  await call('POST', `${at}/redactions`, {
    entry_id: note.data['entry_id'],
    digests,
    legal_basis: 'gdpr_art_17',
    reference: 'DSR-2026-118',
  })
  await call('POST', `${at}/hold`, { reason: 'Order of the court of Łódź.' })
  await service.stop()
  return { credentials, caseId, chain: caseId }
}

/** The worked workspace, prepared once a run; its service has stopped. */
export const workedWorkspace = async (): Promise<WorkedWorkspace> => {
  const dataDir = newDataDir()
  const { credentials, ...worked } = await preparedFolder('worked workspace', dataDir, work)
  return {
    ...worked,
    dataDir,
    credentials: { ...credentials, access_token: await freshTokenHere(dataDir, credentials.user_id) },
  }
}
