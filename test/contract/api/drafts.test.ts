import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxDrafts } from '../../../main/storage/access/unsealed-texts.ts'
import { ok } from '../../../shared/schema/result.ts'
import { judged, payment, takeIn } from '../alerts/support.ts'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

const keep = (key: string, text: string, caseId: number | null = null, as: Person = bench.admin) =>
  bench.ask('PUT', `/v1/drafts/${encodeURIComponent(key)}`, { body: { text, case_id: caseId }, as })
const end = (key: string) => bench.ask('DELETE', `/v1/drafts/${encodeURIComponent(key)}`)
const textsOf = async (as: Person = bench.admin): Promise<Record<string, string>> => {
  const { data } = await bench.ask('GET', '/v1/drafts', { as })
  return Object.fromEntries(data.map(({ key, text }) => [key, text]))
}

describe('L-57: what is typed and not sealed', () => {
  it('is kept for whoever typed it and nobody else, replaced by what is typed next, until it is ended', async () => {
    const rosa = await bench.addPerson('investigator', 'rosa')
    expect((await keep('note:1', 'Half a sen')).data).toEqual({ kept: true })
    await keep('note:1', 'Half a sentence\nand \u202bعربي')
    await keep('note:1', 'Of somebody else', null, rosa)
    expect(await textsOf()).toEqual({ 'note:1': 'Half a sentence\nand \u202bعربي' })
    expect(await textsOf(rosa)).toEqual({ 'note:1': 'Of somebody else' })
    expect([(await end('note:1')).status, (await end('note:1')).status]).toEqual([200, 200])
    expect([await textsOf(), await textsOf(rosa)]).toEqual([{}, { 'note:1': 'Of somebody else' }])
  })

  it('is no entry of the ledger, and lies in no file in the clear', async () => {
    const entries = async (): Promise<unknown> =>
      bench.service.workspace.db
        .selectFrom('entries')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirst()
    const before = await entries()
    await keep('report:x:1', 'QUARTZSAR the subject deposited 9,900 USD.')
    expect(await entries()).toEqual(before)
    const files = readdirSync(bench.dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) {
      const bytes = readFileSync(path.join(file.parentPath, file.name))
      for (const encoding of ['utf8', 'utf16le'] as const)
        expect(bytes.includes(Buffer.from('QUARTZSAR', encoding)), file.name).toBe(false)
    }
    await end('report:x:1')
  })

  it('ends for everybody with an erasure in its case, and with that alone', async () => {
    const [one, other] = [await bench.createCase('One'), await bench.createCase('Other')]
    const ines = await bench.addPerson('investigator', 'ines')
    await keep(`note:${one.id}`, 'The informant is', one.id)
    await keep(`note:${one.id}`, 'She lives at', one.id, ines)
    await keep(`note:${other.id}`, 'Something else', other.id)
    const [entry] = (await bench.ask('GET', `/v1/cases/${one.id}/timeline`)).data
    const body = { entry_id: entry?.entry_id, digests: [entry?.withheld.title?.digest], legal_basis: 'gdpr_art_17' }
    expect((await bench.ask('POST', `/v1/cases/${one.id}/redactions`, { body })).status).toBe(200)
    expect([await textsOf(), await textsOf(ines)]).toEqual([{ [`note:${other.id}`]: 'Something else' }, {}])
    await end(`note:${other.id}`)
  })

  it('ends with an erasure in the case of what its key names, though the window names no case; one that is about no case stays', async () => {
    const { workspace } = bench.service
    const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
    const [alert, another] = await takeIn(workspace, actor, [
      { event: payment('tx:1', Date.UTC(2026, 2, 4), { customer_id: '4711' }), assessment: judged(0.5) },
      { event: payment('two', Date.UTC(2026, 2, 4), { customer_id: '4712' }), assessment: judged(0.5) },
    ])
    const loser = 'ab'.repeat(32)
    // Typed before the alert is in a case at all.
    const quoting = [
      `alert:${alert?.id}:confirmed`,
      `escalate-text:${alert?.id}`,
      `decide:alert:${alert?.id}:approve`,
      'decide:transaction:tx:1:decline',
    ]
    for (const key of quoting) await keep(key, 'She lives at')
    const opened = await bench.ask('POST', '/v1/cases', {
      body: { title: 'Deposits', description: 'What was seen.', priority: 'high', alert_ids: [alert?.id] },
    })
    expect(opened.status, opened.text).toBe(201)
    const { id } = opened.data
    await workspace.ledger.write(actor, async (tx) => {
      await tx.sql.run(
        "insert into conflicts (loser, case_id, kind, winner, at) values (?, ?, 'transition', '', 1)",
        loser,
        id,
      )
      return ok(undefined)
    })
    for (const key of [
      `conflict:${loser}`,
      `note:${id}`,
      'alerts-bulk:confirmed',
      'bulk:assign',
      'escalate-text:several',
    ])
      await keep(key, 'She lives at')
    const staying = ['new-case', 'rule:large-cash', `alert:${another?.id}:confirmed`, 'decide:transaction:two:decline']
    for (const key of staying) await keep(key, 'Of something else')
    const [entry] = (await bench.ask('GET', `/v1/cases/${id}/timeline?order=oldest`)).data
    const body = { entry_id: entry?.entry_id, digests: [entry?.withheld.title?.digest], legal_basis: 'gdpr_art_17' }
    expect((await bench.ask('POST', `/v1/cases/${id}/redactions`, { body })).status).toBe(200)
    expect(Object.keys(await textsOf()).sort()).toEqual(staying.sort())
    for (const key of staying) await end(key)
  })

  it('is refused in words where there are too many, and nothing of the others is lost', async () => {
    const { access } = bench.service.workspace
    const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: bench.admin.role }
    await Promise.all(
      Array.from({ length: maxDrafts }, (_, n) =>
        access.keepDraft(actor, { key: `many:${n}`, text: 'x', caseId: null }),
      ),
    )
    const refused = await keep('one-more', 'y')
    expect([refused.status, refused.error.message]).toEqual([
      422,
      `You have ${maxDrafts} texts that are not finished, and this one was not kept; finish or discard one of them first.`,
    ])
    expect((await keep('many:0', 'z')).status).toBe(200)
    expect(Object.keys(await textsOf())).toHaveLength(maxDrafts)
  })

  it.each(['', 'note:\u0000', 'note:\u202e', 'y'.repeat(401)])('refuses the key %j', async (key) => {
    expect([400, 404]).toContain((await keep(key, 'x')).status)
  })
})
