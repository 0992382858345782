import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyOperation } from '../../../shared/api/operations.ts'
import type { Operation } from '../../../shared/api/operation.ts'
import type { Person } from '../api/support.ts'
import { isAddressed, namesThings, readingsAround, requestsNaming } from './requests.ts'
import type { Made } from './requests.ts'
import { restrictedWorld } from './restricted-world.ts'
import type { RestrictedWorld, Things } from './restricted-world.ts'

/**
 * L-103, the matrix: every operation of the interface by everyone who may not know a case, once for the case and what is
 * in it, once for what nobody has. No answer may tell them apart.
 */
let world: RestrictedWorld
beforeAll(async () => {
  world = await restrictedWorld()
}, 60_000)
afterAll(() => world.bench.close())

/** Who may not know the restricted case; the API key last. */
const outsiders = ['other', 'supervisor', 'auditor', 'admin'] as const
const insiders = ['owner', 'named'] as const

/** Operations that tests of their own hold: by which one comes to know, the log of who watches, and a case of one’s own. */
const onPurpose: ReadonlySet<string> = new Set(['breakGlass', 'readAccessLog', 'exportAccessLog', 'createCase'])

/** Operations that change something and name nothing of a case: nothing of one is in what they do. */
const changesElsewhere: ReadonlySet<string> = new Set([
  'importKnownFiles',
  'removeKnownFiles',
  'syncNow',
  'connectToHub',
  'changeSyncSettings',
  'trustRestoredHub',
  'askHubAgain',
  'beginNewEpoch',
  'rotateKey',
  'writeExchangeFile',
  'readExchangeFile',
  'trustWitness',
  'distrustWitness',
  'withdrawEnrolmentCode',
  'revokeHubDevice',
  'removeHubDevice',
  'createEventTicket',
  'createWebhook',
  'changeWebhook',
  'removeWebhook',
  'addWebhookSecret',
  'retireWebhookSecret',
  'testWebhook',
  'replayWebhookDelivery',
  'replayWebhook',
  'login',
  'beginProviderSignIn',
  'openProviderSession',
  'lockWindow',
  'unlockWindow',
  'refresh',
  'openSession',
  'logout',
  'changePassword',
  'addUser',
  'changeUser',
  'addTeam',
  'changeTeam',
  'createKey',
  'revokeKey',
  'revokeDevice',
  'attestClock',
  'saveView',
  'deleteView',
  'endOwnSignIn',
  'endOtherSignIns',
  'endSignInOfUser',
  'endSignInsOfUser',
  'beginSecondFactor',
  'confirmSecondFactor',
  'renewRecoveryCodes',
  'removeSecondFactor',
  'endDraft',
  'changePolicy',
  'startVerification',
  'stageImport',
  'runImport',
  'discardImport',
  'labelTransaction',
  'stageTransactions',
  'runTransactions',
  'discardTransactions',
  'addRule',
  'changeRule',
  'moveRule',
  'startDryRun',
  'cancelDryRun',
  'importRules',
  'installStarterRules',
  'putList',
  'addListValues',
  'removeListValues',
  'addModel',
  'setModelInForce',
  'trainModel',
  'cancelTraining',
  'stageAlerts',
  'runAlerts',
  'discardAlerts',
  'configureWatchlist',
  'putVersionInForce',
  'removeVersions',
  'stageList',
  'stageListPart',
  'runListImport',
  'discardListImport',
  'disposeScreeningHits',
  'changeScreeningPolicy',
  'rebuildNetwork',
  'settleProposal',
  'concludeBusinessCheck',
  'importOwnership',
  'cancelOwnershipImport',
  'changeReportSettings',
  'exportKpiReport',
  'createEventTicketByKey',
])

const byKey = ({ access }: Operation): boolean => typeof access === 'string' && access.startsWith('v4:')
const reads = ({ method }: Operation): boolean => method === 'GET'
/** Reads by POST, or in a way that changes nothing. */
const readsByPost: ReadonlySet<string> = new Set([
  'traceAccountMoney',
  'explainScore',
  'tryRule',
  'checkRule',
  'previewScreeningPolicy',
  'readGraph',
  'screenSomebody',
  'screenBatch',
  'screenByKey',
  'calculateNodeRisk',
  'checkBusiness',
  'runKyb',
  'takeTransactions',
  'createAssessment',
  'registerSubjects',
  'proposeMerge',
  'createKpiReport',
])

const naming = everyOperation.filter((operation) => namesThings(operation) && !onPurpose.has(operation.id))
/** Lists are in both: what a filter names, and what a page of them shows. */
const around = everyOperation.filter(
  (operation) =>
    !isAddressed(operation) && !onPurpose.has(operation.id) && (reads(operation) || readsByPost.has(operation.id)),
)

const send = (operation: Operation, { address, body }: Made, as: Person | 'key') =>
  world.bench.ask(operation.method as 'POST', address as '/v1/cases', {
    ...(as === 'key' ? {} : { as }),
    ...(body === undefined ? {} : { body }),
    ...(as === 'key' ? { headers: { authorization: `Bearer ${world.bench.apiKey}`, 'x-api-key': undefined } } : {}),
  })

/** An answer in which what was asked for has one name, whichever it was. */
const alike = (text: string, things: Things): string =>
  Object.entries(things)
    .reduce((said, [name, value]) => said.replaceAll(String(value), `<${name}>`), text)
    .replaceAll(/"request_id":"[^"]*"/gu, '"request_id":"-"')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/gu, '<time>')

const secretsOf = ({ words, restricted }: RestrictedWorld): readonly string[] => [
  ...words,
  ...Object.values(restricted).map(String),
]

describe('no answer tells a restricted case from none', () => {
  test.each(naming.map((operation) => [operation.id, operation] as const))(
    '%s',
    async (_id, operation) => {
      const { people, restricted, unknown, bench } = world
      const asked = byKey(operation) ? (['key'] as const) : outsiders.map((name) => people[name])
      for (const as of asked) {
        const forNone = requestsNaming(operation, unknown, bench.workspaceId)
        for (const [at, made] of requestsNaming(operation, restricted, bench.workspaceId).entries()) {
          const none = await send(operation, forNone[at] ?? made, as)
          const kept = await send(operation, made, as)
          const who = as === 'key' ? 'key' : as.login
          expect([kept.status, alike(kept.text, restricted)], `${who} ${made.address}`).toEqual([
            none.status,
            alike(none.text, unknown),
          ])
        }
      }
    },
    60_000,
  )
})

describe('no list, count or page around it shows anything of it', () => {
  test.each(around.map((operation) => [operation.id, operation] as const))(
    '%s',
    async (_id, operation) => {
      const { people } = world
      const asked = byKey(operation) ? (['key'] as const) : outsiders.map((name) => people[name])
      for (const as of asked) {
        for (const made of readingsAround(operation, world)) {
          const { text } = await send(operation, made, as)
          // What was asked for comes back in some answers.
          const said = text.replaceAll(/"(q|query|asked)":"[^"]*"/gu, '')
          const who = as === 'key' ? 'key' : as.login
          for (const secret of secretsOf(world)) expect(said, `${who} ${made.address}`).not.toContain(secret)
        }
      }
    },
    60_000,
  )
})

describe('the matrix can fail', () => {
  test('who may know the case is answered, and finds it', async () => {
    const { people, restricted } = world
    for (const name of insiders) {
      const as = people[name]
      const read = await world.bench.ask('GET', `/v1/cases/${restricted.case}` as '/v1/cases/1', { as })
      expect(read.status, name).toBe(200)
      const listed = await world.bench.ask('GET', '/v1/cases', { as })
      expect(listed.text).toContain(String(restricted.case))
      const found = await world.bench.ask('GET', `/v1/search?q=${world.words[0]}` as '/v1/search', { as })
      expect(found.text).toContain(restricted.number)
    }
  })

  test('every operation is in it', () => {
    const known = new Set([...naming, ...around].map(({ id }) => id))
    const others = everyOperation.map(({ id }) => id).filter((id) => !known.has(id) && !onPurpose.has(id))
    expect(others.filter((id) => !changesElsewhere.has(id))).toEqual([])
    expect([...changesElsewhere].filter((id) => !others.includes(id))).toEqual([])
  })

  test('nothing that was tried has changed the case', async () => {
    const { people, restricted } = world
    const { data } = await world.bench.ask('GET', `/v1/cases/${restricted.case}/timeline` as '/v1/cases/1/timeline', {
      as: people.owner,
    })
    const outside = outsiders.map((name) => people[name].id)
    expect(data.filter(({ actor }) => actor.id !== null && outside.includes(actor.id))).toEqual([])
  })
})
