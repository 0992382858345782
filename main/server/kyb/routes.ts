import type { ShareForm } from '../../domain/kyb/statements/share-form.ts'
import type { EncodingName } from '../../../shared/text/encoding-names.ts'
import { Readable } from 'node:stream'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import * as api from '../../../shared/api/kyb.ts'
import * as keyApi from '../../../shared/api/v4-kyb.ts'
import type { AnswerOf } from '../../../shared/api/operation.ts'
import { checkThresholds, identifierTypes } from '../../../shared/schema/kyb.ts'
import type { BusinessPage, OwnershipAnswer } from '../../../shared/schema/kyb.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { finalOwnership } from '../../domain/kyb/ownership/final-owners.ts'
import type { BusinessStore, LocatedParty } from '../../storage/kyb/business-store.ts'
import { detailsOf } from '../../storage/kyb/party-details.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Caller, Route } from '../http/call.ts'
import { walked } from '../routes/alerts.ts'
import type { OwnershipImports } from './import-service.ts'
import { checkKey, makeCheck } from './make-check.ts'
import type { CheckInput, BusinessCheckParts } from './make-check.ts'
import { addressesOf, findingsView, identifiersOf, interestView, ownersView, splitPosts, treeView } from './views.ts'

/** What the operations on businesses work with. */
export interface BusinessRouteParts {
  readonly checks: BusinessCheckParts
  readonly imports: OwnershipImports
}

const noBusiness: Result<never, Refusal> = fail(
  refusal('not_found', 'The ownership data in force does not hold a business with this id.'),
)
const shownChecks = 20

const pageOf = async (store: BusinessStore, located: LocatedParty, day: string): Promise<BusinessPage> => {
  const { party, dataset, id } = located
  const { checked, others } = identifiersOf(party)
  const { officers, owners } = splitPosts(
    store.interestsIn(located, day).map((row) => interestView(store, located, row, 'owner')),
  )
  const checks = store.checks({ business_id: id, size: shownChecks })
  return {
    business: store.item(party, dataset.key),
    aliases: [...detailsOf(party).aliases],
    identifiers: checked,
    other_identifiers: others,
    addresses: addressesOf(store, located).map(({ text, country, companies }) => ({ text, country, companies })),
    owners,
    owned: store.interestsOf(located, day).map((row) => interestView(store, located, row, 'owned')),
    officers,
    dataset: await store.dataset(dataset),
    checks: checks.ok ? checks.value.data : [],
  }
}

const ownershipOf = async (
  store: BusinessStore,
  located: LocatedParty,
  day: string,
  asked: { readonly threshold?: number | undefined; readonly comparator?: 'over' | 'at_least' | undefined },
): Promise<OwnershipAnswer> => {
  const defaults = checkThresholds.parse({})
  const thresholds = {
    beneficial_owner: asked.threshold ?? defaults.beneficial_owner,
    comparator: asked.comparator ?? defaults.comparator,
  }
  const { key } = located.dataset
  const { owners, undisclosed, tree, findings } = finalOwnership(store.network(located, day), {
    percent: thresholds.beneficial_owner,
    comparator: thresholds.comparator,
  })
  return {
    business: store.item(located.party, key),
    as_of: day,
    thresholds,
    owners: ownersView(key, owners),
    undisclosed,
    tree: treeView(key, tree),
    findings: findingsView(key, findings),
    dataset: await store.dataset(located.dataset),
  }
}

const importing = async (
  { imports }: BusinessRouteParts,
  upload: Readable | undefined,
  query: {
    readonly file_name: string
    readonly dataset: string
    readonly encoding?: EncodingName | undefined
    readonly shares?: ShareForm | undefined
  },
  caller: Caller,
) =>
  imports.start(
    caller,
    { fileName: query.file_name, dataset: query.dataset, asked: { encoding: query.encoding, shares: query.shares } },
    upload ?? Readable.from([]),
  )

const readRoutes = (parts: BusinessRouteParts): readonly Route[] => {
  const { store, nowMs } = parts.checks
  const today = (): string => utcDay(nowMs())
  return [
    route(api.listBusinesses, ({ query }) => walked(store.search(query))),
    route(api.readBusiness, async ({ params, query }) => {
      const located = store.locate(params.id)
      return located === null ? noBusiness : answer(await pageOf(store, located, query.as_of ?? today()))
    }),
    route(api.readBusinessOwners, async ({ params, query }) => {
      const located = store.locate(params.id)
      return located === null ? noBusiness : answer(await ownershipOf(store, located, query.as_of ?? today(), query))
    }),
    route(api.listBusinessChecks, ({ query }) => walked(store.checks(query))),
    route(api.readBusinessCheck, async ({ params }) => enveloped(await store.check(params.id))),
    route(api.listOwnershipDatasets, async () => answer(await store.datasets())),
  ]
}

const writeRoutes = (parts: BusinessRouteParts): readonly Route[] => {
  const { checks, imports } = parts
  return [
    route(api.checkBusiness, async ({ body, caller }) => enveloped(await check(checks, body, caller))),
    route(api.concludeBusinessCheck, async ({ params, body, caller }) =>
      enveloped(await checks.store.conclude(params.id, body.verdict, body.reason, caller)),
    ),
    route(api.importOwnership, async ({ upload, query, caller }) =>
      enveloped(await importing(parts, upload, query, caller)),
    ),
    route(api.readOwnershipImport, ({ params }) => enveloped(imports.read(params.id))),
    route(api.cancelOwnershipImport, async ({ params }) => enveloped(await imports.discard(params.id))),
  ]
}

const check = async (parts: BusinessCheckParts, input: CheckInput, caller: Caller) =>
  makeCheck(parts, input, { ...caller, person: await parts.store.person(caller.userUid) })

type KybAnswer = AnswerOf<typeof keyApi.retrieveKyb>['data']

/** What makes sense for the whole workspace. */
const overview = async ({ store, nowMs }: BusinessCheckParts): Promise<KybAnswer> => {
  const datasets = await store.datasets('in_force')
  const { checks, byOutcome } = store.countChecks()
  const last = store.checks({ size: shownChecks })
  return {
    status: datasets.length === 0 ? 'no_data' : 'ready',
    timestamp: toTimestamp(nowMs()),
    datasets,
    counts: { businesses: store.businesses(), checks, by_outcome: byOutcome },
    last_checks: last.ok ? last.value.data : [],
  }
}

const noCheck: Result<never, Refusal> = fail(
  refusal('not_found', 'This business has not been checked yet; start a check with POST.'),
)

const retrieve = async (
  parts: BusinessCheckParts,
  query: { readonly check_id?: string | undefined; readonly business_id?: string | undefined } & Partial<
    Record<(typeof identifierTypes)[number], string | undefined>
  >,
): Promise<Result<KybAnswer, Refusal>> => {
  const { store, nowMs } = parts
  const said = { timestamp: toTimestamp(nowMs()) }
  if (query.check_id !== undefined) {
    const read = await store.check(query.check_id)
    return read.ok ? ok({ ...said, status: read.value.outcome, check: read.value }) : read
  }
  const named = identifierTypes.filter((type) => query[type] !== undefined)
  const [type] = named
  if (query.business_id === undefined && type === undefined) return ok(await overview(parts))
  if (named.length > 1 || (query.business_id !== undefined && type !== undefined)) {
    return fail(
      fieldRefused(`query.${named.at(-1) ?? ''}`, 'names a business a second time: give business_id or one identifier'),
    )
  }
  const found = await store.lastCheck(
    type === undefined ? { business: query.business_id } : { key: checkKey(type, query[type] ?? '') },
  )
  return found === null ? noCheck : ok({ ...said, status: found.outcome, check: found })
}

const keyRoutes = ({ checks }: BusinessRouteParts): readonly Route[] => [
  route(keyApi.retrieveKyb, async ({ query: { workspace_id: _workspace, ...query } }) =>
    enveloped(await retrieve(checks, query)),
  ),
  route(keyApi.runKyb, async ({ body: { workspace_id: _workspace, ...body }, caller }) => {
    if (Object.values(body).every((value) => value === undefined)) return answer(await overview(checks))
    if (!api.namesSubject(body)) return fail(fieldRefused('body.business_id', 'is required (or name, or identifiers)'))
    const made = await check(checks, body, caller)
    return made.ok
      ? answer({ status: made.value.outcome, timestamp: toTimestamp(checks.nowMs()), check: made.value })
      : made
  }),
]

/** The operations on businesses, their checks and ownership data, of /v1 and /v4. */
export const businessRoutes = (parts: BusinessRouteParts): readonly Route[] => [
  ...readRoutes(parts),
  ...writeRoutes(parts),
  ...keyRoutes(parts),
]
