import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRaw } from '../../support/raw-database.ts'
import type { DataAt } from './asked.ts'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

type Case = DataAt<'POST', '/v1/cases'>

let bench: Bench
let cases: [Case, Case, Case]
beforeAll(async () => {
  bench = await startBench()
  cases = [await bench.createCase('One'), await bench.createCase('Two'), await bench.createCase('Three')]
})
afterAll(() => bench.close())

/** Starts the check of the workspace and follows it to its end, as the window does. */
const followedToItsEnd = async () => {
  const started = await bench.ask('POST', '/v1/verifications')
  expect(started.status).toBe(202)
  const { id } = started.data
  await expect.poll(async () => (await bench.ask('GET', `/v1/verifications/${id}`)).data.state).not.toBe('running')
  return (await bench.ask('GET', `/v1/verifications/${id}`)).data
}

/** What another program with write access to the folder would do. */
const alter = (statement: string): void => {
  const db = openRaw(bench.dataDir)
  db.exec(statement)
  db.close()
}

describe('verification over the interface', () => {
  it('answers for one case with what was checked', async () => {
    const answer = await bench.ask('POST', `/v1/cases/${cases[0]?.id}/verify`)
    expect(answer.status).toBe(200)
    expect(answer.data).toMatchObject({ verdict: 'intact', cases: 1, entries: 1, signatures: 1 })
  })

  it('of the whole workspace is a job that ends with a report of every case', async () => {
    const job = await followedToItsEnd()
    expect(job).toMatchObject({ state: 'done', done_cases: 3, total_cases: 3 })
    expect(job.report).toMatchObject({ verdict: 'intact', cases: 3 })
    expect(job.report?.findings.filter((finding) => finding.severity !== 'information')).toEqual([])
  })

  it('names what was altered, in the case that it was altered in, as a finding and not as an error', async () => {
    alter(`update cases set title = 'Nothing to see' where id = ${cases[1]?.id}`)
    const job = await followedToItsEnd()
    expect(job).toMatchObject({ state: 'done', report: { verdict: 'faults_found' } })
    const faults = job.report?.findings.filter((finding) => finding.severity !== 'information')
    expect(faults).toHaveLength(1)
    expect(faults?.[0]).toMatchObject({ code: 'row_differs', case_number: cases[1]?.case_number })
    expect((await bench.ask('POST', `/v1/cases/${cases[0]?.id}/verify`)).data.verdict).toBe('intact')
    expect((await bench.ask('POST', `/v1/cases/${cases[1]?.id}/verify`)).data.verdict).toBe('faults_found')
  })

  it('of something that is not there is a plain 404', async () => {
    for (const address of ['/v1/verifications/018f0000-0000-7000-8000-000000000000', '/v1/cases/999999/verify']) {
      const answer = await bench.ask(address.startsWith('/v1/cases') ? 'POST' : 'GET', address)
      expect([answer.status, answer.error.code]).toEqual([404, 'not_found'])
    }
  })
})
