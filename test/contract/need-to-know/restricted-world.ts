import { ok } from '../../../shared/schema/result.ts'
import { judged, payment, takeIn } from '../alerts/support.ts'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'

/** Ids of a case and of what is in it, by what an address or a body calls them. */
export interface Things {
  readonly case: number
  readonly caseUid: string
  readonly number: string
  readonly evidence: number
  readonly acquisition: string
  readonly export: string
  readonly report: string
  readonly alert: number
  readonly decision: string
  readonly task: string
  readonly entry: string
}

/** A workspace with a case that some may not know, in which there is one of everything. */
export interface RestrictedWorld {
  readonly bench: Bench
  readonly people: Readonly<Record<'owner' | 'named' | 'other' | 'supervisor' | 'auditor' | 'admin', Person>>
  readonly restricted: Things
  /** What nobody has. */
  readonly unknown: Things
  /** A case for everyone, related to the restricted one. */
  readonly open: number
  /** Words that stand in the restricted case alone. */
  readonly words: readonly string[]
  /** The customer whom both cases name. */
  readonly customer: number
  readonly transaction: string
}

/** So high that they are mistaken for nothing else in an answer. */
const highest = { cases: 4_242_424_240, evidence: 4_141_414_140, alerts: 4_040_404_040 }

export const unknownThings: Things = {
  case: 4_242_429_999,
  caseUid: '018f0000-0000-7000-8000-0000000000c0',
  number: 'CASE-ACME-20310101-99998',
  evidence: 4_141_419_999,
  acquisition: '018f0000-0000-7000-8000-0000000000a0',
  export: '018f0000-0000-7000-8000-0000000000e0',
  report: '018f0000-0000-7000-8000-0000000000f0',
  alert: 4_040_409_999,
  decision: '018f0000-0000-7000-8000-0000000000d0',
  task: '018f0000-0000-7000-8000-0000000000b0',
  entry: 'd'.repeat(64),
}

const words = ['Quillfeather', 'Brambleworth', 'Thistledown', 'Wigglesworth'] as const

const finished = async (bench: Bench, address: `/v1/acquisitions/${string}` | `/v1/exports/${string}`, as: Person) => {
  for (;;) {
    const { data } = (await bench.ask('GET', address as '/v1/exports/1', { as })) as unknown as {
      data: { state: string; evidence_id?: number }
    }
    if (!['running', 'waiting', 'making'].includes(data.state)) return data
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Makes it. The case is restricted from its first entry on. */
export const restrictedWorld = async (): Promise<RestrictedWorld> => {
  const bench = await startBench()
  const { workspace } = bench.service
  const people = {
    owner: await bench.addPerson('investigator', 'the.owner'),
    named: await bench.addPerson('investigator', 'the.named'),
    other: await bench.addPerson('investigator', 'the.other'),
    supervisor: await bench.addPerson('supervisor', 'the.supervisor'),
    auditor: await bench.addPerson('auditor', 'the.auditor'),
    admin: bench.admin,
  }
  const { owner, named } = people
  await workspace.ledger.write({ userId: 0, userUid: 'system', role: 'admin' }, async (tx) => {
    for (const [kind, id] of Object.entries(highest))
      await tx.sql.run('insert into used_ids (kind, highest) values (?, ?)', kind, id)
    return ok(null)
  })
  // Whom the examples of the interface name.
  const customer = 4711
  const transaction = 'tx-restricted-1'
  const [raised] = await takeIn(workspace, { userId: owner.id, userUid: owner.uid, role: 'investigator' }, [
    {
      event: payment(transaction, Date.now() - 60_000, { customer_id: String(customer) }),
      assessment: judged(0.7, 'velocity'),
    },
  ])
  const alert = raised?.id ?? 0
  const made = await bench.ask('POST', '/v1/cases', {
    as: owner,
    body: {
      title: `A colleague named ${words[0]}`,
      description: `What ${words[1]} said.`,
      priority: 'urgent',
      related_customer_id: customer,
      alert_ids: [alert],
      access: { rule: 'named', people: [owner.id, named.id] },
    },
  })
  const { id, case_number: number } = made.data
  const as = owner
  const base = `/v1/cases/${id}` as const
  const note = await bench.ask('POST', `${base}/notes` as '/v1/cases/1/notes', {
    as,
    body: { text: `Heard of ${words[2]}.` },
  })
  const task = await bench.ask('POST', `${base}/tasks` as '/v1/cases/1/tasks', {
    as,
    body: { title: `Ask ${words[2]}`, assignee_id: owner.id },
  })
  const opened = await bench.ask('POST', `${base}/uploads` as '/v1/cases/1/uploads', {
    as,
    body: { name: `${words[3]}.txt`, size: 3, facts: {} },
  })
  await bench.ask('PATCH', `/v1/uploads/${opened.data.acquisition.id}` as '/v1/uploads/1', {
    as,
    raw: Buffer.from('abc'),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
  })
  const taken = await finished(bench, `/v1/acquisitions/${opened.data.acquisition.id}`, as)
  const exported = await bench.ask('POST', `${base}/exports` as '/v1/cases/1/exports', {
    as,
    body: { evidence: 'none', disclosures: 'all', reason: 'For the files.' },
  })
  const report = await bench.ask('POST', '/v1/reports', { as, body: { kind: 'sar', case_id: id } })
  const decision = await bench.ask('POST', '/v1/decisions', {
    as,
    body: { alert_id: alert, outcome: 'decline', reason: 'Too fast.' },
  })
  const other = await bench.ask('POST', '/v1/cases', {
    as,
    body: { title: 'An open case', description: 'For everyone.', priority: 'low', related_customer_id: customer },
  })
  await bench.ask('POST', `${base}/relations` as '/v1/cases/1/relations', {
    as,
    body: { other_id: other.data.id, relation: 'related', notes: 'Both name one customer.' },
  })
  await workspace.ledger.write({ userId: 0, userUid: 'system', role: 'admin' }, async (tx) => {
    await tx.sql.run(
      'insert into sync_alarms (code, message, at) values (?, ?, ?)',
      'act_without_effect',
      `An act in ${number} has no effect.`,
      Date.now(),
    )
    return ok(null)
  })
  const full = await bench.ask('GET', base as '/v1/cases/1', { as })
  const restricted: Things = {
    case: id,
    caseUid: full.data.uid,
    number,
    evidence: taken.evidence_id ?? 0,
    acquisition: opened.data.acquisition.id,
    export: exported.data.id,
    report: report.data.id,
    alert,
    decision: decision.data.id,
    task: task.data.task,
    entry: note.data.entry_id,
  }
  const lacking = Object.entries(restricted).filter(([, value]) => value === 0 || value === undefined)
  if (lacking.length > 0) throw new Error(`the restricted case lacks ${lacking.map(([name]) => name).join(', ')}`)
  return {
    bench,
    people,
    restricted,
    unknown: unknownThings,
    open: other.data.id,
    words: [...words, number],
    customer,
    transaction,
  }
}
