import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../main/server/description/openapi.ts'
import { exampleOf } from '../../../main/server/description/examples.ts'
import { needsKey } from '../../../shared/api/operation.ts'
import type { Operation } from '../../../shared/api/operation.ts'
import { everyOperation } from '../../../shared/api/operations.ts'
import { startBench } from './support.ts'
import type { Asked } from './asked.ts'
import type { Bench } from './support.ts'
import { someOf } from '../../support/tries.ts'

let bench: Bench
const uuid = '018f0000-0000-7000-8000-000000000000'
const places: Record<string, string> = { key: 'no_such_key', kind: 'customer' }

beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  const made = await bench.createCase('A case to aim at')
  const { data } = await bench.ask('GET', `/v1/cases/${made.id}/timeline`)
  Object.assign(places, {
    id: String(made.id),
    case_number: made.case_number,
    entry_id: data[0]?.entry_id,
    evidence_id: '424242',
    action: 'pause',
    case_uid: uuid,
    device_id: uuid,
    conflict_id: 'a'.repeat(64),
    code_id: 'a'.repeat(43),
    webhook_id: 'wh_aaaaaaaaaaaa',
    secret_id: 'whs_aaaaaaaaaaaa',
    delivery_id: '424242',
    version: '1',
  })
})
afterAll(() => bench.close())

/** Ids of other things than cases; of the right form, naming nothing, so that no attack can succeed by accident. */
const idOf = (operation: Operation): string => {
  if (operation.path.startsWith('/v1/cases/')) return places['id'] ?? ''
  if (operation.path.startsWith('/v1/keys/')) return 'aaaaaaaaaaaa'
  return /\/(imports|verifications|devices|acquisitions|exports|rule-dry-runs|reports|kpi-reports)\//.test(
    operation.path,
  )
    ? uuid
    : '424242'
}

const addressOf = (operation: Operation, replaced: Readonly<Record<string, string>> = {}): string =>
  operation.path.replace(
    /\{(\w+)\}/g,
    (_whole, name: string) => replaced[name] ?? (name === 'id' ? idOf(operation) : (places[name] ?? '')),
  )

const lone = '@lone-surrogate@'
const huge = '@huge-number@'
/** JSON with what JSON.stringify would not write. */
const toText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(`"${huge}"`, '1e400').replaceAll(lone, '\\ud800')

const hostileValues: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a boolean', true],
  ['a fraction', 1.5],
  ['a negative number', -1],
  ['zero', 0],
  ['a number beyond 2^53', 9_007_199_254_740_992],
  ['a number beyond the doubles', huge],
  ['a text', 'no such value'],
  ['an empty text', ''],
  ['white space', ' \t '],
  ['a very long text', 'x'.repeat(60_000)],
  ['NUL', 'a\u0000b'],
  ['a control character', 'a\u0007b'],
  ['an escape sequence', '\u001b[2Jx'],
  ['a text-direction override', 'abc\u202edef'],
  ['a lone surrogate', `a${lone}b`],
  ['a list', [1, 'x', null]],
  ['a long list', Array.from({ length: 2_000 }, (_, index) => index + 1)],
  ['an object', { a: { b: 1 } }],
  ['an object with a constructor', { constructor: { prototype: { x: 1 } } }],
]

type Path = readonly (string | number)[]

/** Every place in a JSON value, the value itself left out. */
const placesWithin = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return []
  const steps: (string | number)[] = Array.isArray(value)
    ? value.map((_item, index) => index).slice(0, 1)
    : Object.keys(value)
  return steps.flatMap((step) => [
    [...path, step],
    ...placesWithin((value as Record<string | number, unknown>)[step], [...path, step]),
  ])
}

const withChanged = (
  value: unknown,
  path: Path,
  change: (holder: Record<string | number, unknown>, key: string | number) => void,
): unknown => {
  const copy = structuredClone(value)
  let holder = copy as Record<string | number, unknown>
  for (const step of path.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>
  change(holder, path.at(-1) ?? '')
  return copy
}

const credentials = (operation: Operation): Record<string, string> =>
  needsKey(operation.access)
    ? { authorization: `Bearer ${bench.apiKey}`, 'x-workspace-id': bench.workspaceId }
    : { authorization: `Bearer ${bench.admin.token}`, 'x-api-key': bench.institutionKey }

const expectRefused = (answer: Asked<unknown>, what: string): void => {
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeGreaterThanOrEqual(400)
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500)
  expect(answer.body, what).toMatchObject({ success: false })
  expect(answer.error.message.length, what).toBeGreaterThan(10)
  expect(answer.text.length, what).toBeLessThan(8_000)
}

/** What the schema takes is no attack on this operation (a boolean for a flag, say). */
const isTaken = (operation: Operation, value: unknown, text: string): boolean =>
  !text.includes('1e400') && !text.includes('\\ud800') && operation.body.safeParse(value).success

/** Bodies that are the same for every operation. */
const depthBomb = '[{"a":'.repeat(50_000)
const tenMegabytes = JSON.stringify({ title: 'x'.repeat(10_000_000) })

/** Parameters that take any text, so that odd words are no attack. */
const isFreeText = (name: string): boolean => ['q', 'tag', 'note'].includes(name)

/**
 * Operations on activities name things as the institution's own systems do: any line of text can be such an identifier,
 * or a kind of activity.
 */
const onActivities: ReadonlySet<string> = new Set([
  'listTransactions',
  'listAlerts',
  'listDecisions',
  'listAssessments',
  'scoreTransaction',
  'retrieveProfile',
  'retrieveDecision',
  'listMonitoring',
  'listScreenings',
  'listScreeningHits',
  'retrieveScreening',
])
const institutionsOwn: ReadonlySet<string> = new Set([
  'customer_id',
  'account_id',
  'counterparty_id',
  'device_id',
  'ip',
  'terminal_id',
  'entity_id',
  'transaction_id',
  'event_type',
  'signal',
  'rule',
  'subject_id',
  'list',
])
const isInstitutions = ({ id }: Operation, name: string): boolean =>
  (onActivities.has(id) && institutionsOwn.has(name)) || (onBusinesses.has(id) && ofPublishers.has(name))

/**
 * Data sets of ownership are named by the institution, and their records and identifiers by whoever published them:
 * each is any line of text.
 */
const ofPublishers: ReadonlySet<string> = new Set([
  'dataset',
  'business_id',
  'lei',
  'vat',
  'company_number',
  'iban',
  'bic',
])
const onBusinesses: ReadonlySet<string> = new Set(['listBusinesses', 'listBusinessChecks', 'retrieveKyb'])

/** What comes back is an amount below zero. */
const isAmount = (name: string): boolean => ['min_amount', 'max_amount', 'opening_balance'].includes(name)

/** What an institution tells of an activity beyond the fields is kept as it came, and shown as text. */
const isAsItCame = ({ id }: Operation, path: Path): boolean =>
  ['takeTransactions', 'createAssessment'].includes(id) && path.includes('metadata')

/** A text that is checked, or that is not finished yet, may be anything: what is wrong with it is told later. */
const takesAnyText = ({ id }: Operation): boolean => ['checkRule', 'keepDraft'].includes(id)

const withJson = everyOperation.filter((operation) => operation.bodyKind !== 'csv' && operation.method !== 'GET')
const withQuery = everyOperation.filter((operation) => operation.method === 'GET')
/** Each failed sign-in slows down the next; what they do with passwords is another suite's. */
const isSignIn = (operation: Operation): boolean =>
  [
    'login',
    'openSession',
    'unlockWindow',
    'openProviderSession',
    'changePassword',
    'beginSecondFactor',
    'confirmSecondFactor',
    'renewRecoveryCodes',
    'removeSecondFactor',
  ].includes(operation.id)

const described = openApiDocument('0.0.0').paths

/** Each place in an address that a value stands in. */
const withPlaces = everyOperation.flatMap((operation) =>
  [...operation.path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']) => [`${operation.id} ${name}`, operation, name] as const,
  ),
)

describe('hostile input', () => {
  it.each(someOf(withPlaces, 6, ([, operation]) => operation.method))(
    'of five thousand signs in the address of %s is answered as the description says',
    async (_id, operation, name) => {
      const before = await bench.snapshot()
      const answer = await bench.ask(operation.method, addressOf(operation, { [name]: 'x'.repeat(5_000) }), {
        ...(operation.method === 'GET' ? {} : { raw: toText(exampleOf(operation.id) ?? {}) }),
        headers: credentials(operation),
      })
      expectRefused(answer, operation.id)
      expect(
        Object.keys(described[operation.path]?.[operation.method.toLowerCase()]?.responses ?? {}),
        answer.text,
      ).toContain(String(answer.status))
      expect(await bench.snapshot()).toBe(before)
    },
  )

  it.each(someOf(withJson, 6, ({ method }) => method).map((operation) => [operation.id, operation] as const))(
    'in every field of the body of %s is refused and leaves no trace',
    async (_id, operation) => {
      const example = exampleOf(operation.id) ?? {}
      const before = await bench.snapshot()
      const attack = async (what: string, text: string): Promise<void> => {
        expectRefused(
          await bench.ask(operation.method, addressOf(operation), { raw: text, headers: credentials(operation) }),
          `${operation.id}, ${what}`,
        )
      }
      for (const path of placesWithin(example)) {
        const name = path.join('.')
        const without = withChanged(example, path, (holder, key) => {
          delete holder[key]
        })
        const textWithout = toText(without)
        if (typeof path.at(-1) === 'string' && !isTaken(operation, without, textWithout))
          await attack(`${name} missing`, textWithout)
        for (const [kind, value] of hostileValues) {
          const changed = withChanged(example, path, (holder, key) => {
            holder[key] = value
          })
          const text = toText(changed)
          if (!isTaken(operation, changed, text)) await attack(`${name} is ${kind}`, text)
        }
      }
      await attack('an unknown field', toText({ ...example, no_such_field: 1 }))
      await attack(
        '__proto__',
        toText(example).replace('{', `{"__proto__":{"admin":true}${Object.keys(example).length > 0 ? ',' : ''}`),
      )
      await attack('a field twice', `{"title":"a","title":"b"}`)
      await attack('a depth bomb', depthBomb)
      await attack('a list in its place', '[]')
      await attack('no JSON', '{"a":')
      await attack('ten megabytes', tenMegabytes)
      expectRefused(
        await bench.ask(operation.method, addressOf(operation), {
          raw: '<a/>',
          headers: { ...credentials(operation), 'content-type': 'application/xml' },
        }),
        `${operation.id}, another content type`,
      )
      expect(await bench.snapshot()).toBe(before)
      expect((await bench.ask('GET', '/healthz')).status).toBe(200)
    },
  )

  it.each(
    someOf(
      withJson.filter((operation) => !isSignIn(operation) && !takesAnyText(operation)),
      6,
      ({ method }) => method,
    ).map((operation) => [operation.id, operation] as const),
  )('refuses control characters, NUL and lone surrogates in every text of %s', async (_id, operation) => {
    const example = exampleOf(operation.id) ?? {}
    for (const path of placesWithin(example)) {
      const present = path.reduce<unknown>((here, step) => (here as Record<string | number, unknown>)[step], example)
      if (typeof present !== 'string' || isAsItCame(operation, path)) continue
      for (const bad of ['\u0000', '\u001b', lone]) {
        const changed = withChanged(example, path, (holder, key) => {
          holder[key] = `${present}${bad}`
        })
        const answer = await bench.ask(operation.method, addressOf(operation), {
          raw: toText(changed),
          headers: credentials(operation),
        })
        expectRefused(answer, `${operation.id} ${path.join('.')}`)
      }
    }
  })

  it.each(someOf(withQuery, 6).map((operation) => [operation.id, operation] as const))(
    'in every query parameter of %s is refused',
    async (_id, operation) => {
      // Another workspace is refused before all else (403); v4.test.ts looks at that.
      const names = ('shape' in operation.query ? Object.keys(operation.query.shape as object) : []).filter(
        (name) => name !== 'workspace_id',
      )
      const base = addressOf(operation)
      const attacks = ['no_such=1', '__proto__=1', 'constructor=1', 'a=1&a=1', '%=1', 'a=%ED%A0%80']
      for (const name of names) {
        attacks.push(
          `${name}=`,
          `${name}=%00`,
          `${name}=a%07b`,
          `${name}=${'x'.repeat(3_000)}`,
          `${name}=1&${name}=1`,
          `${name}=%zz`,
          `${name}[]=1`,
          `${name}=%ED%A0%80`,
        )
        if (!isFreeText(name) && !isInstitutions(operation, name))
          attacks.push(
            ...(isAmount(name) ? [] : [`${name}=-1`]),
            `${name}=1e400`,
            `${name}=99999999999999999999`,
            `${name}=null`,
            `${name}=${encodeURIComponent("' or 1=1--")}`,
          )
      }
      for (const attack of attacks) {
        const answer = await bench.ask('GET', `${base}?${attack}`, { headers: credentials(operation) })
        expectRefused(answer, `${operation.id}?${attack.slice(0, 60)}`)
        expect(answer.status).toBe(400)
      }
    },
  )

  it.each(
    someOf(
      everyOperation.filter((operation) => operation.path.includes('{')),
      6,
      ({ method }) => method,
    ).map((operation) => [operation.id, operation] as const),
  )('in every place of the address of %s is refused', async (_id, operation) => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
    for (const name of names) {
      for (const value of [
        '%00',
        'a%07b',
        '%ff',
        '%ED%A0%80',
        'x'.repeat(400),
        '-1',
        '1e400',
        '..%2f..',
        encodeURIComponent("1' or '1'='1"),
        '%F0%9F%92%A3',
        '__proto__',
      ]) {
        const answer = await bench.ask(operation.method, addressOf(operation, { [name]: value }), {
          body: exampleOf(operation.id),
        })
        expectRefused(answer, `${operation.id} ${name}=${value.slice(0, 20)}`)
      }
    }
  })

  it('says what is wrong and where, without repeating what was sent', async () => {
    const { error, text } = await bench.ask('POST', '/v1/cases', {
      body: {
        title: 'x'.repeat(400),
        description: 5,
        priority: 'whatever-secret',
        alert_ids: [1, 'two-secret'],
        extra: 'extra-secret',
      },
    })
    expect(error.code).toBe('invalid_request')
    expect(error.details?.map((detail: { path: string }) => detail.path)).toEqual([
      'body.title',
      'body.description',
      'body.priority',
      'body.alert_ids[1]',
      'body.extra',
    ])
    expect(text).not.toContain('secret')
  })
})
