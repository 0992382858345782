import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featureNames } from '../../../main/detection/features/catalogue.ts'
import type { RuleFacts } from '../../../main/detection/ports.ts'
import { starterRules } from '../../../main/detection/rules/starter/starter-rules.ts'
import { factsOf } from '../../support/rules.ts'
import { startBench } from './support.ts'
import type { Asked } from './asked.ts'
import type { Bench, Person } from './support.ts'

let bench: Bench
let supervisor: Person
let investigator: Person
beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  supervisor = await bench.addPerson('supervisor', 'sue.per')
  investigator = await bench.addPerson('investigator', 'ivy.nest')
})
afterAll(() => bench.close())

const rule = (key: string, rest: Record<string, unknown> = {}): Record<string, unknown> => ({
  key,
  name: `Rule ${key}`,
  why: 'A test.',
  applies_to: ['transfer'],
  logic: { above: [{ var: 'event.amount' }, 500] },
  signal: key,
  weight: 0.3,
  action: 'review',
  reason: '{event.amount} in one transfer',
  ...rest,
})
const call = async <M extends string, A extends string>(method: M, address: A, body?: unknown, as?: Person) =>
  await bench.ask(method, `/v1/${address}`, {
    ...(body === undefined ? {} : { body }),
    ...(as === undefined ? {} : { as }),
  })
/** What was done. */
const made = async <Whole>(answer: Promise<Asked<Whole>>) => (await answer).data
const move = async (key: string, to: string, as?: Person) => {
  const read = await made(call('GET', `rules/${key}`))
  return await call('POST', `rules/${key}/move`, { content_id: read.versions[0]?.content_id, to }, as)
}
const hits = (amount: number): string[] =>
  bench.service.workspace.rules.book
    .evaluate(
      factsOf({
        event: { event_type: 'transfer', at: '2031-03-04T12:00:00.000+00:00', amount, counterparty_id: 'ACC-1' },
      }),
    )
    .hits.map(({ rule: key, version, shadow }) => `${key} ${version}${shadow ? ' on trial' : ''}`)

/** Whether the tables are what the entries say. */
const verdict = async (): Promise<string | undefined> =>
  (await bench.service.workspace.verification.verifyWorkspace())?.verdict

describe('a new workspace', () => {
  it('has the thirty starter rules live, and every one runs', async () => {
    const rules = await made(call('GET', 'rules'))
    expect(rules.map(({ key }) => key)).toEqual(starterRules.map(({ key }) => key).sort())
    for (const one of rules)
      expect([one.key, one.state, one.live_version, one.fault]).toEqual([one.key, 'live', 1, null])
    expect((await call('POST', 'rule-set/starter')).error.code).toBe('already_done')
    expect(await verdict()).toBe('intact')
  })

  it('reads features by their vector where it is given one, and makes nobody gather them', () => {
    const { book } = bench.service.workspace.rules
    const facts = factsOf({
      event: { event_type: 'transfer', at: '2031-03-04T12:00:00.000+00:00', amount: 5_000, customer_id: 'C-1' },
    })
    const features = Object.fromEntries(featureNames.map((name) => [name, 1_000]))
    const vector = {
      values: new Float64Array(featureNames.length).fill(1_000),
      places: new Map(featureNames.map((name, place) => [name, place])),
    }
    const gathered: RuleFacts = {
      ...facts,
      get features(): never {
        throw new Error('the features were gathered')
      },
    }
    const byVector = book.evaluate(gathered, vector)
    expect(byVector).toEqual(book.evaluate({ ...facts, features }))
    expect(byVector.hits.length).toBeGreaterThan(book.evaluate(facts).hits.length)
  })
})

describe('the life of a rule', () => {
  it('goes from draft over trial into force, and a change of it is a new version beside it', async () => {
    const drafted = await made(call('POST', 'rules', rule('large_transfer'), supervisor))
    expect(drafted).toMatchObject({
      state: 'draft',
      draft_version: 1,
      live_version: null,
      versions: [{ version: 1, changed_by: expect.any(String) as unknown }],
    })
    expect(hits(600)).toEqual([])
    expect((await made(move('large_transfer', 'shadow'))).rule).toMatchObject({ state: 'shadow', shadow_version: 1 })
    expect(hits(600)).toEqual(['large_transfer 1 on trial'])
    expect((await made(move('large_transfer', 'live'))).outcome).toBe('moved')
    expect(hits(600)).toEqual(['large_transfer 1'])

    const changed = await made(
      call(
        'PUT',
        'rules/large_transfer',
        rule('large_transfer', { logic: { above: [{ var: 'event.amount' }, 1_000] } }),
      ),
    )
    expect(changed).toMatchObject({ live_version: 1, draft_version: 2 })
    expect(hits(600)).toEqual(['large_transfer 1'])
    await made(move('large_transfer', 'live'))
    expect([hits(600), hits(1_100)]).toEqual([[], ['large_transfer 2']])
    const read = await made(call('GET', 'rules/large_transfer'))
    expect(read.versions.map(({ version, state }) => [version, state])).toEqual([
      [2, 'live'],
      [1, 'retired'],
    ])

    const back = await call('POST', 'rules/large_transfer/move', {
      content_id: read.versions[1]?.content_id,
      to: 'live',
    })
    expect(back.data.version).toMatchObject({ version: 1, state: 'live' })
    expect(hits(600)).toEqual(['large_transfer 1'])
    await made(
      call('POST', 'rules/large_transfer/move', {
        content_id: read.versions[1]?.content_id,
        to: 'retired',
        note: 'Too many false alarms.',
      }),
    )
    expect(hits(5_000)).toEqual([])
    expect(await verdict()).toBe('intact')
  })

  it('R-3: moves what was read, and nothing else', async () => {
    const first = await made(call('POST', 'rules', rule('moved_rule')))
    await made(call('PUT', 'rules/moved_rule', rule('moved_rule', { weight: 0.9 })))
    expect(
      (await call('POST', 'rules/moved_rule/move', { content_id: first.versions[0]?.content_id, to: 'live' })).error
        .code,
    ).toBe('stale_revision')
    expect((await call('PUT', 'rules/moved_rule', rule('moved_rule', { weight: 0.9 }))).error.code).toBe('already_done')
    expect((await call('PUT', 'rules/moved_rule', rule('other_key'))).status).toBe(400)
    expect((await move('moved_rule', 'draft')).error.code).toBe('already_done')
    expect((await call('POST', 'rules/absent/move', { content_id: 'a'.repeat(64), to: 'live' })).status).toBe(404)
  })

  it('R-2: is changed only by who read it as it stands, where he says what he read', async () => {
    const content = (rest: Record<string, unknown>): Record<string, unknown> => rule('r_one', rest)
    const put = async (contentId: unknown, rest: Record<string, unknown>) =>
      await call('PUT', 'rules/r_one', { ...content(rest), content_id: contentId })
    const limit = (amount: number): Record<string, unknown> => ({ logic: { above: [{ var: 'event.amount' }, amount] } })
    const read = (await made(call('POST', 'rules', content(limit(10))))).versions[0]?.content_id
    const [first] = (await made(put(read, limit(20)))).versions
    const late = await put(read, { ...limit(10), name: 'Named anew' })
    expect([late.status, late.error.code, late.error.message]).toEqual([
      409,
      'stale_revision',
      expect.stringMatching(/changed since.*as it is.*Read it again/u),
    ])
    expect((await made(call('GET', 'rules/r_one'))).versions).toEqual([first])
    expect(first?.rule).toEqual({ ...content(limit(20)) })

    // A draft that somebody began beside the live version is not written over by who saw only the live one.
    await made(move('r_one', 'live'))
    const [second] = (await made(put(first?.content_id, limit(30)))).versions
    expect(second).toMatchObject({ version: 2, state: 'draft' })
    expect((await put(first?.content_id, limit(40))).error.code).toBe('stale_revision')
    expect((await made(put(second?.content_id, limit(40)))).versions[0]?.rule.logic).toEqual(limit(40)['logic'])
    expect((await call('PUT', 'rules/r_one', { ...content({}), content_id: 'x' })).status).toBe(400)
    // Who names nothing replaces what is there.
    await made(call('PUT', 'rules/r_one', content(limit(50))))
    for (const state of ['draft', 'live'])
      await made(
        call('POST', 'rules/r_one/move', {
          content_id: (await made(call('GET', 'rules/r_one'))).versions.find((one) => one.state === state)?.content_id,
          to: 'retired',
        }),
      )
    expect(await verdict()).toBe('intact')
  })

  it('is refused where it cannot run, with the places of its faults', async () => {
    const answer = await call(
      'POST',
      'rules',
      rule('broken', {
        logic: { and: [{ abuve: [1, 2] }, { in_list: [{ var: 'event.ip' }, 'nowhere'] }] },
        reason: '{event.nothing}',
      }),
    )
    expect(answer.status).toBe(400)
    expect(answer.error.details?.map(({ path }) => path)).toEqual(['/logic/and/0', '/logic/and/1/in_list/1', '/reason'])
    expect((await call('GET', 'rules/broken')).status).toBe(404)
  })

  it('R-6: keeps rules together that read each other', async () => {
    await made(call('POST', 'rules', rule('base')))
    await made(call('POST', 'rules', rule('reader', { logic: { rule: ['base'] } })))
    expect((await move('reader', 'live')).error).toMatchObject({ code: 'unknown_reference' })
    await made(move('base', 'live'))
    await made(move('reader', 'live'))
    expect(hits(600)).toEqual(['base 1', 'reader 1'])
    expect((await move('base', 'retired')).error).toMatchObject({
      code: 'transition_forbidden',
      message: expect.stringContaining('reader') as unknown,
    })
    await made(move('reader', 'retired'))
    await made(move('base', 'retired'))
  })

  it('R-6: lets no circle into force, by a move or on trial by a set, and leaves what is in force as it is', async () => {
    await made(call('POST', 'rules', rule('ca', { logic: { above: [{ var: 'event.amount' }, 10] }, action: 'block' })))
    await made(move('ca', 'live'))
    await made(call('POST', 'rules', rule('cb', { logic: { rule: ['ca'] } })))
    await made(move('cb', 'live'))
    await made(
      call(
        'PUT',
        'rules/ca',
        rule('ca', { logic: { or: [{ rule: ['cb'] }, { above: [{ var: 'event.amount' }, 10] }] }, action: 'block' }),
      ),
    )
    const told = {
      code: 'transition_forbidden',
      message: expect.stringMatching(/ca -> cb -> ca.*stays as it is; change one/u) as unknown,
    }
    expect((await move('ca', 'live')).error).toMatchObject(told)
    expect(hits(50)).toEqual(['ca 1', 'cb 1'])
    expect((await made(call('GET', 'rules'))).filter(({ fault }) => fault !== null)).toEqual([])
    // On trial it reads the live rule, which reads the live one of its own key: no circle.
    await made(move('ca', 'shadow'))
    expect(hits(50)).toEqual(['ca 1', 'cb 1', 'ca 2 on trial'])
    expect((await move('ca', 'live')).error).toMatchObject(told)

    await made(call('POST', 'rules', rule('ta')))
    await made(move('ta', 'shadow'))
    await made(call('POST', 'rules', rule('tb', { logic: { rule: ['ta'] } })))
    await made(move('tb', 'shadow'))
    const set = (...rules: object[]): Record<string, unknown> => ({
      set: { format: 'fieldseal-rules', version: 1, rules },
      state: 'shadow',
    })
    expect(
      (await call('POST', 'rule-set', set(rule('tz'), rule('ta', { logic: { rule: ['tb'] } })))).error,
    ).toMatchObject({
      code: 'unknown_reference',
      details: [{ path: '/rules/1/logic', message: expect.stringContaining('ta -> tb -> ta') as unknown }],
    })
    for (const one of ['tb', 'ta', 'cb', 'ca', 'ca'])
      await made(
        call('POST', `rules/${one}/move`, {
          content_id: (await made(call('GET', `rules/${one}`))).versions.find(({ state }) => state !== 'retired')
            ?.content_id,
          to: 'retired',
        }),
      )
    expect(await verdict()).toBe('intact')
  })

  it('R-6: puts no set on trial that reads what is only a draft', async () => {
    await made(call('POST', 'rules', rule('only_draft')))
    const set = {
      format: 'fieldseal-rules',
      version: 1,
      rules: [rule('reads_draft', { logic: { rule: ['only_draft'] } })],
    }
    for (const dryRun of [true, false]) {
      expect((await call('POST', 'rule-set', { set, state: 'shadow', dry_run: dryRun })).error).toMatchObject({
        code: 'unknown_reference',
        details: [
          {
            path: '/rules/0/logic',
            message: expect.stringContaining('"only_draft", which is neither live nor on trial') as unknown,
          },
        ],
      })
    }
    expect((await call('GET', 'rules/reads_draft')).status).toBe(404)
    await made(
      call('POST', 'rule-set', {
        set: { ...set, rules: [...set.rules, rule('only_draft', { weight: 0.4 })] },
        state: 'shadow',
      }),
    )
    for (const key of ['reads_draft', 'only_draft'])
      expect(await made(call('GET', `rules/${key}`)), key).toMatchObject({ state: 'shadow', fault: null })
    for (const key of ['reads_draft', 'only_draft']) await made(move(key, 'retired'))
  })

  it('R-4: takes two people where policy asks for them', async () => {
    const policy = bench.service.workspace.access.policy()
    await made(call('PUT', 'workspace/policy', { ...policy, four_eyes: ['rule_live'] }))
    await made(call('POST', 'rules', rule('two_people'), supervisor))
    expect((await made(move('two_people', 'live', supervisor))).outcome).toBe('awaits_second_person')
    expect(await made(call('GET', 'rules/two_people'))).toMatchObject({
      state: 'draft',
      awaits_approval: true,
      versions: [{ proposed: { to: 'live' } }],
    })
    expect((await move('two_people', 'live', supervisor)).error.code).toBe('four_eyes_required')
    expect(hits(600)).toEqual([])
    expect((await made(move('two_people', 'live'))).outcome).toBe('moved')
    expect(hits(600)).toEqual(['two_people 1'])
    await made(move('two_people', 'retired'))
    await made(call('PUT', 'workspace/policy', policy))
    expect(await verdict()).toBe('intact')
  })

  it('R-5: is for supervisors and admins to change, and for everyone to read', async () => {
    for (const [method, address, body] of [
      ['POST', 'rules', rule('mine')],
      ['PUT', 'rules/card_burst', rule('card_burst')],
      ['POST', 'rule-set', { set: { format: 'fieldseal-rules', version: 1, rules: [] } }],
      ['POST', 'rule-set/starter', undefined],
      ['PUT', 'lists/mule_accounts', { key: 'mule_accounts', name: 'x', why: 'x' }],
    ] as const) {
      expect((await call(method, address, body, investigator)).status, `${method} ${address}`).toBe(403)
    }
    for (const address of [
      'rules',
      'rules/card_burst',
      'rule-vocabulary',
      'rule-set',
      'lists',
      'lists/mule_accounts/values',
    ])
      expect((await call('GET', address, undefined, investigator)).status, address).toBe(200)
  })
})

describe('the kind of an activity', () => {
  it('is the same to a block rule however it is written', async () => {
    await made(
      call('POST', 'lists/mule_accounts/values', { values: [{ value: 'DE-MULE', reason: 'Named in a closed case.' }] }),
    )
    const kinds = ['transfer', 'TRANSFER', 'Transfer', 'trans-fer']
    const transactions = kinds.map((kind, place) => ({
      transaction_id: `K-${place}`,
      event_type: kind,
      at: '2026-03-03T10:00:00Z',
      amount: 900,
      customer_id: 'C1',
      counterparty_id: 'DE-MULE',
    }))
    const taken = await made(call('POST', 'transactions', { transactions }))
    expect(taken.results.map(({ recommended_action: action }) => action)).toEqual(['block', 'block', 'block', 'block'])
    const [value] = (await call('GET', 'lists/mule_accounts/values?q=DE-MULE')).data
    await made(call('POST', 'lists/mule_accounts/values/remove', { ids: [value?.id], reason: 'The test is over.' }))
  })

  it('is offered once, however rules write it', async () => {
    const offered = async (): Promise<number> => (await made(call('GET', 'rule-vocabulary'))).event_types.length
    const before = await offered()
    await made(call('POST', 'rules', rule('loud', { applies_to: ['TRANSFER', 'Card-Payment', 'loud_kind'] })))
    await made(move('loud', 'shadow'))
    expect(await offered()).toBe(before + 1)
    await made(move('loud', 'retired'))
  })
})

describe('lists', () => {
  it('are read by rules as soon as a value is on them, until it expires or is taken off', async () => {
    const until = '2031-03-04T13:00:00.000+00:00'
    const answer = await made(
      call('POST', 'lists/mule_accounts/values', {
        values: [
          { value: 'ACC-1', reason: 'Named in a closed case.' },
          { value: 'ACC-1', reason: 'Twice.' },
          { value: 'ACC-2', reason: 'For a while.', expires_at: until },
        ],
      }),
    )
    expect(answer).toMatchObject({
      added: 2,
      already_there: 1,
      list: { key: 'mule_accounts', read_by: ['transfer_mule_account'] },
    })
    expect(hits(1)).toEqual(['transfer_mule_account 1'])
    const at = (time: string, account: string): boolean =>
      bench.service.workspace.rules.book.evaluate(
        factsOf({ event: { event_type: 'transfer', at: time, amount: 1, counterparty_id: account } }),
      ).hits.length > 0
    expect([
      at('2031-03-04T12:59:59.999+00:00', 'ACC-2'),
      at(until, 'ACC-2'),
      at(until, 'ACC-1'),
      at(until, 'acc-1'),
    ]).toEqual([true, false, true, false])

    const page = (await call('GET', 'lists/mule_accounts/values?q=ACC-1')).whole
    expect(page).toMatchObject({
      pagination: { total: 1 },
      data: [{ value: 'ACC-1', reason: 'Named in a closed case.', expires_at: null, added_by: 'Ada Berg' }],
    })
    await made(
      call('PUT', 'lists/mule_accounts', { key: 'mule_accounts', name: 'Mules', why: 'A test.', match: 'ignore_case' }),
    )
    expect(at(until, 'acc-1')).toBe(true)
    expect(
      (
        await made(
          call('POST', 'lists/mule_accounts/values/remove', {
            ids: [page.data[0]?.id],
            reason: 'It was somebody else.',
          }),
        )
      ).removed,
    ).toBe(1)
    expect(hits(1)).toEqual([])
    expect(
      (await call('POST', 'lists/mule_accounts/values/remove', { ids: [page.data[0]?.id], reason: 'Again.' })).error
        .code,
    ).toBe('unknown_reference')
    expect((await call('POST', 'lists/absent/values', { values: [{ value: 'x', reason: 'x' }] })).status).toBe(404)
    expect(await verdict()).toBe('intact')
  })

  it('keep their values out of what is sealed openly', async () => {
    await made(
      call('POST', 'lists/blocked_devices/values', {
        values: [{ value: 'device-of-jane-doe', reason: 'Used by Jane Doe.' }],
      }),
    )
    const payloads = await bench.service.workspace.db.selectFrom('entries').select('payload').execute()
    expect(payloads.map(({ payload }) => Buffer.from(payload).toString('utf8')).join('\n')).not.toMatch(/jane|Jane/)
  })
})

describe('sets', () => {
  it('come in whole, as drafts, and what stands here so already is left alone', async () => {
    const out = await made(call('GET', 'rule-set'))
    expect(out.rules).toHaveLength(31)
    expect(out.lists.map(({ key, values }) => [key, values])).toEqual([
      ['blocked_devices', []],
      ['high_risk_countries', []],
      ['mule_accounts', []],
      ['trusted_payees', []],
    ])
    const set = {
      ...out,
      rules: [
        ...out.rules.filter(({ key }) => key !== 'card_burst'),
        { ...out.rules.find(({ key }) => key === 'card_burst'), weight: 0.11 },
        rule('from_file', { logic: { in_list: [{ var: 'event.ip' }, 'bad_ips'] } }),
      ],
      lists: [
        ...out.lists,
        {
          key: 'bad_ips',
          name: 'Bad addresses',
          why: 'A test.',
          match: 'exact',
          values: [{ value: '192.0.2.7', reason: 'Scanner.' }],
        },
      ],
    }
    const dry = await made(call('POST', 'rule-set', { set, dry_run: true }))
    expect((await call('GET', 'rules/from_file')).status).toBe(404)
    const done = await made(call('POST', 'rule-set', { set, state: 'shadow' }))
    expect({ ...done, dry_run: true }).toEqual(dry)
    expect(done.rules.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([
      { key: 'card_burst', outcome: 'new_version' },
      { key: 'from_file', outcome: 'added' },
    ])
    expect(await made(call('GET', 'rules/card_burst'))).toMatchObject({ live_version: 1, shadow_version: 2 })
    expect((await made(call('GET', 'lists'))).find(({ key }) => key === 'bad_ips')).toMatchObject({
      values: 1,
      read_by: ['from_file'],
    })
    expect(await verdict()).toBe('intact')
  })

  it('are refused whole where one rule cannot run', async () => {
    const set = {
      format: 'fieldseal-rules',
      version: 1,
      rules: [rule('fine'), rule('wrong', { logic: { rule: ['wrong'] } })],
      lists: [],
    }
    const answer = await call('POST', 'rule-set', { set })
    expect([answer.status, answer.error.details?.[0]?.path]).toEqual([400, '/rules/1/logic/rule/0'])
    expect((await call('GET', 'rules/fine')).status).toBe(404)
  })
})

describe('what a studio asks', () => {
  it('is answered while a rule is being written', async () => {
    const check = await made(
      call('POST', 'rule-checks', { text: '{"and": [{"above": [{"var": "event.amont"}, 5]}' }, investigator),
    )
    expect(check).toMatchObject({ ok: false, faults: [{ line: 1 }] })
    const vocabulary = await made(call('GET', 'rule-vocabulary', undefined, investigator))
    expect(vocabulary.operators.length).toBeGreaterThan(50)
    expect(vocabulary.features.length).toBeGreaterThan(100)
    const trial = await made(
      call('POST', 'rule-trials', { rule: rule('unsaved'), facts: { event: { amount: 612 } } }, investigator),
    )
    expect(trial).toEqual({
      holds: true,
      reason: '612 in one transfer',
      fault: null,
      value: true,
      read: { 'event.amount': 612 },
    })
    expect((await call('POST', 'rule-trials', { rule: rule('unsaved'), transaction_id: 'none' })).status).toBe(404)
  })
})
