import * as api from '../../../shared/api/screening.ts'
import * as keyApi from '../../../shared/api/v4-screening.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf, BodyOf, QueryOf } from '../../../shared/api/operation.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { screenedFacts } from '../../../shared/schema/screening.ts'
import type { ScreenedRef } from '../../../shared/schema/screening.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { historyOf } from '../../storage/screening/history.ts'
import { hitsOfSubject, listHitRows, readHitRow } from '../../storage/screening/hits.ts'
import type { HitReadParts } from '../../storage/screening/hits.ts'
import { listScreeningRows, readScreeningRow } from '../../storage/screening/screenings.ts'
import { listSubjectRows, requireSubject, subjectItem } from '../../storage/screening/subjects.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Caller, Route } from '../http/call.ts'
import { listedDetailsOf } from '../screening/lists-at-work.ts'
import type { ScreeningService } from '../screening/screening-service.ts'
import { walked } from './alerts.ts'

const lastShown = 20

const partsOf = (service: ScreeningService): HitReadParts => {
  const titles = new Map(service.status().lists.map(({ key, title }) => [key, title]))
  return { sql: service.store.sql, vault: service.store.vault, titleOf: (list) => titles.get(list) ?? list }
}

const subjectFull = async (
  service: ScreeningService,
  ref: ScreenedRef,
): Promise<Result<AnswerOf<typeof api.readSubject>['data'], Refusal>> => {
  const row = requireSubject(service.store.sql, ref)
  if (!row.ok) return row
  const parts = partsOf(service)
  return ok({
    subject: subjectItem(parts.sql, row.value),
    hits: await hitsOfSubject(parts, row.value.n),
    history: await historyOf(parts, row.value),
  })
}

const windowRoutes = (service: ScreeningService): readonly Route[] => {
  const { store } = service
  const { sql } = store
  return [
    route(api.readScreeningStatus, () => answer(service.status())),
    route(api.screenSomebody, async ({ body, caller }) => enveloped(await service.screen(body, caller))),
    route(api.listScreenings, ({ query }) => walked(listScreeningRows(sql, query))),
    route(api.readScreening, ({ params }) => enveloped(readScreeningRow(sql, params.id))),
    route(api.registerSubjects, async ({ body, caller }) => enveloped(await service.register(body, caller))),
    route(api.screenBatch, async ({ body }) => enveloped(await service.batch(body))),
    route(api.listSubjects, ({ query }) => walked(listSubjectRows(sql, query))),
    route(api.readSubject, async ({ params }) => enveloped(await subjectFull(service, params))),
    route(api.listHits, async ({ query }) => walked(await listHitRows(partsOf(service), query))),
    route(api.readHit, async ({ params }) => {
      const loaded = await service.loaded()
      return enveloped(
        await readHitRow(partsOf(service), params.id, (list, id) => listedDetailsOf(loaded.entry(list, id))),
      )
    }),
    route(api.disposeHits, async ({ body, caller }) => enveloped(await store.dispose(body, caller))),
    route(api.listScreeningPolicyChanges, async () => answer(await store.policyChanges())),
    route(api.previewScreeningPolicy, async ({ body }) => answer(await service.preview(body))),
    route(api.changeScreeningPolicy, async ({ body, caller }) => {
      const changed = await store.changePolicy(body, caller)
      if (changed.ok) void service.settle()
      return enveloped(changed)
    }),
  ]
}

type Said = (status: string) => { status: string; timestamp: string }

const retrieve = async (
  service: ScreeningService,
  query: QueryOf<typeof keyApi.retrieveScreening>,
  said: Said,
): Promise<Result<AnswerOf<typeof keyApi.retrieveScreening>['data'], Refusal>> => {
  const { sql } = service.store
  const { screening_id: id, subject_kind: kind, subject_id: subjectId } = query
  if ((kind === undefined) !== (subjectId === undefined)) {
    const missing = kind === undefined ? 'subject_kind' : 'subject_id'
    return fail(fieldRefused(`query.${missing}`, 'is required beside the other'))
  }
  const lists = service.searched()
  if (id !== undefined) {
    const read = readScreeningRow(sql, id)
    return read.ok ? ok({ ...said(read.value.status), lists, screening: read.value }) : read
  }
  if (kind !== undefined && subjectId !== undefined) {
    const read = await subjectFull(service, { kind, id: subjectId })
    if (!read.ok) return read
    const { subject, hits } = read.value
    const last = listScreeningRows(sql, { subject_kind: kind, subject_id: subjectId, size: lastShown })
    if (!last.ok) return last
    const standing = hits.some(({ state }) => state === 'open' || state === 'true_match')
      ? 'hits'
      : subject.screened_at === null
        ? 'waiting'
        : 'clear'
    return ok({
      ...said(lists.length === 0 ? 'no_lists' : standing),
      lists,
      subject,
      subject_hits: hits,
      last_screenings: last.value.data,
    })
  }
  const last = listScreeningRows(sql, { size: lastShown })
  if (!last.ok) return last
  const { status, hits, subjects, run } = service.status()
  return ok({ ...said(status), lists, hits, subjects, run, last_screenings: last.value.data })
}

const screenAsked = async (
  service: ScreeningService,
  body: BodyOf<typeof keyApi.screenByKey>,
  caller: Caller,
  said: Said,
): Promise<Result<AnswerOf<typeof keyApi.screenByKey>['data'], Refusal>> => {
  const {
    workspace_id: _workspace,
    name,
    names,
    kind,
    date_of_birth: born,
    dates,
    country,
    countries,
    gender,
    identifiers,
    subject_kind: subjectKind,
    subject_id: subjectId,
    mode,
    threshold,
    lists: only,
  } = body
  const lists = service.searched()
  const all = [...(name === undefined ? [] : [name]), ...(names ?? [])]
  if (all.length === 0) {
    const others = Object.entries(body).filter(([field, value]) => field !== 'workspace_id' && value !== undefined)
    if (others.length > 0)
      return fail(fieldRefused('body.name', 'is required (or names) with what else is known of the subject'))
    const { status, hits } = service.status()
    return ok({ ...said(status), lists, hits })
  }
  const facts = screenedFacts.safeParse({
    names: all,
    kind: kind ?? 'unknown',
    dates: [...(born === undefined ? [] : [born]), ...(dates ?? [])],
    countries: [...(country === undefined ? [] : [country]), ...(countries ?? [])],
    gender: gender ?? null,
    identifiers: identifiers ?? [],
  })
  if (!facts.success)
    return fail(
      refusal(
        'invalid_request',
        'name and names together, or another such pair, hold too many values.',
        facts.error.issues.map(({ path, message }) => ({ path: `body.${path.join('.')}`, message })),
      ),
    )
  const made = await service.screen(
    {
      ...facts.data,
      subject: subjectKind === undefined || subjectId === undefined ? undefined : { kind: subjectKind, id: subjectId },
      mode,
      threshold,
      lists: only,
    },
    caller,
  )
  return made.ok ? ok({ ...said(made.value.status), lists: made.value.lists, screening: made.value }) : made
}

/** The operations of screening. */
export const screeningRoutes = (service: ScreeningService): readonly Route[] => {
  const said: Said = (status) => ({ status, timestamp: toTimestamp(service.store.env.clock.nowMs()) })
  return [
    ...windowRoutes(service),
    route(keyApi.retrieveScreening, async ({ query }) => enveloped(await retrieve(service, query, said))),
    route(keyApi.screenByKey, async ({ body, caller }) => enveloped(await screenAsked(service, body, caller, said))),
  ]
}
