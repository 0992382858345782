import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleOf } from '../../../main/server/description/examples.ts'
import { operations } from '../../../shared/api/operations.ts'
import { roles } from '../../../shared/schema/user.ts'
import type { Role } from '../../../shared/schema/user.ts'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

let bench: Bench
const people = new Map<Role, Person>()
beforeAll(async () => {
  bench = await startBench()
  for (const role of roles) people.set(role, await bench.addPerson(role, `the.${role}`))
})
afterAll(() => bench.close())

const address = (path: string): string =>
  path
    .replace('{evidence_id}', '424242')
    .replace('{action}', 'pause')
    .replace('{entry_id}', 'a'.repeat(64))
    .replace('{case_number}', 'CASE-ACME-20310101-00001')
    .replace(/\{(case_uid|device_id|sign_in_id)\}/, '018f0000-0000-7000-8000-000000000000')
    .replace('{conflict_id}', 'a'.repeat(64))
    .replace('{code_id}', 'a'.repeat(43))
    .replace('{webhook_id}', 'wh_aaaaaaaaaaaa')
    .replace('{secret_id}', 'whs_aaaaaaaaaaaa')
    .replace('{delivery_id}', '424242')
    .replace(
      '{id}',
      /keys|imports|verifications|devices|acquisitions|exports/.test(path)
        ? '018f0000-0000-7000-8000-000000000000'
        : '424242',
    )

const cases = operations.flatMap((operation) => roles.map((role) => [operation.id, role, operation] as const))
const selfService = [
  'beginProviderSignIn',
  'openProviderSession',
  'lockWindow',
  'unlockWindow',
  'logout',
  'changePassword',
  'beginSecondFactor',
  'confirmSecondFactor',
  'renewRecoveryCodes',
  'removeSecondFactor',
  'endOwnSignIn',
  'endOtherSignIns',
  'saveView',
  'deleteView',
  'keepDraft',
  'endDraft',
  'login',
  'refresh',
  'openSession',
  'verifyCase',
  'startVerification',
  'checkRule',
  'tryRule',
  'startDryRun',
  'cancelDryRun',
]
/** Who reads all may look at evidence too, and break the glass of a case; that they did is sealed. */
const looking = [
  'breakGlass',
  'linkToEvidence',
  'searchEvidenceText',
  'createEventTicket',
  'explainScore',
  'readGraph',
  'checkReport',
  'traceAccountMoney',
  'findReportFacts',
  'nameReportSources',
  'previewReport',
]

describe('roles', () => {
  it.each(cases)('%s by %s is open or refused as the table says', async (id, role, operation) => {
    const may = operation.access === 'public' || operation.access === 'signed_in' || operation.access.includes(role)
    // An empty body is refused only after the role was checked, so nothing of this can change anything.
    const body =
      operation.method === 'GET' || id === 'startVerification' || id === 'verifyCase'
        ? undefined
        : { nothing_like_this: true }
    const answer = await bench.ask(operation.method, address(operation.path), { as: people.get(role), body })
    if (may) {
      expect([200, 201, 202, 400, 404, 409, 415]).toContain(answer.status)
      if (answer.status === 404) expect(answer.error.code).toBe('not_found')
    }
    if (!may) expect([answer.status, answer.error.code]).toEqual([403, 'forbidden'])
  })

  it('an auditor may write nothing but what is his own', () => {
    const writes = operations.filter(
      (operation) => operation.method !== 'GET' && ![...selfService, ...looking].includes(operation.id),
    )
    for (const operation of writes)
      expect(Array.isArray(operation.access) && !operation.access.includes('auditor'), operation.id).toBe(true)
  })

  it('an auditor reads all and is refused every change with the data as it was', async () => {
    const made = await bench.createCase()
    const auditor = people.get('auditor')
    const before = await bench.snapshot()
    expect((await bench.ask('GET', `/v1/cases/${made.id}`, { as: auditor })).status).toBe(200)
    for (const operation of operations.filter(
      (item) => item.method !== 'GET' && ![...selfService, ...looking].includes(item.id),
    )) {
      const answer = await bench.ask(
        operation.method,
        operation.path
          .replace('{evidence_id}', '1')
          .replace('{webhook_id}', 'wh_aaaaaaaaaaaa')
          .replace('{secret_id}', 'whs_aaaaaaaaaaaa')
          .replace('{delivery_id}', '1')
          .replace('{id}', String(made.id)),
        { as: auditor, body: exampleOf(operation.id) },
      )
      expect(answer.status, operation.id).toBe(403)
    }
    expect(await bench.snapshot()).toBe(before)
  })

  it('nobody is asked for a role before a credential', async () => {
    for (const operation of operations.filter((item) => item.access !== 'public')) {
      const answer = await bench.ask(operation.method, address(operation.path), {
        anonymous: true,
        body: operation.method === 'GET' ? undefined : {},
      })
      expect([answer.status, answer.error.code], operation.id).toEqual([401, 'unauthenticated'])
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /)
    }
  })
})
