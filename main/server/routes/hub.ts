import { invitationLink } from '../../../shared/protocol/invitation.ts'
import * as api from '../../../shared/api/hub.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { CaseGrant, EnrolmentCode, GrantSubject, HubDeviceView, ToldHealth } from '../../../shared/schema/hub.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { hourMs } from '../../../shared/text/days.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { SyncService } from '../../sync/service.ts'
import type { CodeRecord, DeviceRecord, GrantTo, HubAdministration } from '../../sync/hub/administration.ts'
import { oldestWaitingMs } from '../../sync/hub/fleet.ts'
import { answer, paged } from '../http/answers.ts'
import { route } from '../http/call.ts'
import { beforeGrantEnds, beforeRemoval, countUnreceived } from '../sync/unreceived-evidence.ts'
import type { Caller, Route } from '../http/call.ts'

/** What the administration of a hub stands on; null: this service is no hub. */
export interface HubRouteParts {
  readonly workspace: Pick<Workspace, 'access' | 'db' | 'hides'>
  readonly hub: HubAdministration | null
  /** Where devices reach this hub; goes into the link of an enrolment code. */
  readonly publicUrl: () => string
  /** The sync of the hub's own folder, by which what is written here has its place at the hub. */
  readonly sync: Pick<SyncService, 'state' | 'syncNow'>
}

const notAHub = fail(
  refusal(
    'not_a_hub',
    'This service is not a hub. If the folder is to be one, start `fieldseal serve --role hub` on it first and wait for its first line; else ask the hub.',
  ),
)
const noUser = fail(refusal('unknown_reference', 'There is no active user with this id.'))
const noCase = fail(refusal('not_found', 'There is no case with this id.'))

/** People and cases as the interface names them. */
const namesOf = ({ access, db, hides }: HubRouteParts['workspace']) => ({
  user: (uid: string) => {
    const found = access.userByUid(uid)
    return { id: found?.id ?? 1, name: found?.name ?? uid }
  },
  teams: () => access.listTeams(),
  uidOfUser: async (id: number): Promise<string | null> =>
    (await access.listUsers()).find((user) => user.id === id && user.active)?.uid ?? null,
  uidsOfCases: async (ids: readonly number[]): Promise<readonly string[]> =>
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('cases')
            .select('uid')
            .where('id', 'in', [...new Set(ids)])
            .execute()
        ).map(({ uid }) => uid),
  /** The number of a case, for somebody who may know it. */
  numberOfCase: async (uid: string, { userUid }: Caller): Promise<string | null> => {
    const row = await db.selectFrom('cases').select(['id', 'number']).where('uid', '=', uid).executeTakeFirst()
    return row === undefined || hides(userUid, row.id) ? null : row.number
  },
})
type Names = ReturnType<typeof namesOf>

const codeView = (names: Names, code: CodeRecord): EnrolmentCode => {
  const user = names.user(code.userUid)
  return {
    id: code.id,
    user_id: user.id,
    user_name: user.name,
    device_name: code.deviceName,
    cases: code.cases === 'all' ? 'all' : code.cases.length,
    created_at: toTimestamp(code.createdAtMs),
    expires_at: toTimestamp(code.expiresAtMs),
    state: code.state,
  }
}

type Wiped = NonNullable<NonNullable<DeviceRecord['told']>['health']['wiped']>

const wipedView = ({ unsent, ...counts }: Wiped, toldAtMs: number): NonNullable<ToldHealth['wiped']> => ({
  ...counts,
  ...(unsent === undefined
    ? {}
    : {
        unsent: unsent.map(({ age_s: ageS, ...file }) => ({
          ...file,
          written_at: toTimestamp(Math.max(0, toldAtMs - ageS * 1_000)),
        })),
      }),
})

const toldView = ({ toldAtMs, health }: NonNullable<DeviceRecord['told']>): ToldHealth => {
  const { oldest_waiting_s: _, wiped, ...rest } = health
  const oldestMs = oldestWaitingMs({ toldAtMs, health })
  return {
    ...rest,
    ...(wiped === undefined ? {} : { wiped: wipedView(wiped, toldAtMs) }),
    told_at: toTimestamp(toldAtMs),
    ...(oldestMs === null ? {} : { oldest_waiting_at: toTimestamp(oldestMs) }),
  }
}

const deviceView = (names: Names, device: DeviceRecord): HubDeviceView => ({
  id: device.deviceId,
  number: device.number,
  name: device.name,
  user_name: names.user(device.userUid).name,
  kid: device.kid,
  state: device.state,
  enrolled_at: toTimestamp(device.enrolledAtMs),
  last_contact_at: device.lastContactMs === null ? null : toTimestamp(device.lastContactMs),
  silent: device.silent,
  told: device.told === null ? null : toldView(device.told),
  lease_until: toTimestamp(device.leaseUntilMs),
  lease_ended: device.leaseEnded,
  refused: device.refused.map(({ code, cases, workspace, sinceMs, lastMs }) => ({
    code,
    cases,
    workspace,
    since: toTimestamp(sinceMs),
    last_tried_at: toTimestamp(lastMs),
  })),
})

/**
 * A round of the hub's own folder takes in whatever devices have sent, which may be much: nobody waits for all of it.
 */
const placedWithinMs = 10_000

/**
 * Y-2: a person, a team and a case that were made here a moment ago are known to the hub, and so to whoever joins it or
 * is shared with. Where the round fails they come with a later one.
 */
const placeWhatWaits = async ({ sync }: Pick<HubRouteParts, 'sync'>): Promise<void> => {
  if ((await sync.state()).entries_waiting > 0) await sync.syncNow(AbortSignal.timeout(placedWithinMs))
}

const codes = ({ publicUrl, sync }: HubRouteParts, hub: HubAdministration, names: Names): readonly Route[] => [
  route(api.listEnrolmentCodes, async () => answer((await hub.codes()).map((code) => codeView(names, code)))),
  route(api.createEnrolmentCode, async ({ body, caller }) => {
    const userUid = await names.uidOfUser(body.user_id)
    if (userUid === null) return noUser
    const cases = body.cases === 'all' ? ('all' as const) : await names.uidsOfCases(body.cases)
    if (cases !== 'all' && body.cases !== 'all' && cases.length !== new Set(body.cases).size)
      return fail(refusal('unknown_reference', 'One of the cases does not exist.'))
    await placeWhatWaits({ sync })
    const made = await hub.createCode(
      { userUid, deviceName: body.device_name, cases, validForMs: body.hours * hourMs },
      caller.userUid,
    )
    if (!made.ok) return made
    const { code, fingerprint } = made.value
    return answer({
      ...codeView(names, made.value),
      code,
      fingerprint,
      link: invitationLink({ url: publicUrl(), code }),
    })
  }),
  route(api.withdrawEnrolmentCode, async ({ params, caller }) => {
    const done = await hub.withdrawCode(params.code_id, caller.userUid)
    return done.ok ? answer(codeView(names, done.value)) : done
  }),
]

const devices = ({ workspace: { db } }: HubRouteParts, hub: HubAdministration, names: Names): readonly Route[] => {
  const shown = (done: Result<DeviceRecord, Refusal>) => (done.ok ? answer(deviceView(names, done.value)) : done)
  return [
    route(api.listHubDevices, async () => answer((await hub.devices()).map((device) => deviceView(names, device)))),
    route(api.revokeHubDevice, async ({ params, body, caller }) =>
      shown(await hub.revokeDevice(params.device_id, body.reason, caller.userUid)),
    ),
    route(api.removeHubDevice, async ({ params, body, caller }) => {
      const waits = body.force
        ? null
        : await countUnreceived(db, { devices: await hub.epochsOf(params.device_id), caseUid: null })
      return waits !== null && waits.pieces > 0
        ? fail(beforeRemoval(waits))
        : shown(await hub.removeDevice(params.device_id, body.reason, caller.userUid))
    }),
  ]
}

const grants = ({ workspace: { db }, sync }: HubRouteParts, hub: HubAdministration, names: Names): readonly Route[] => {
  const listed = async (caseUid: string): Promise<CaseGrant[]> => {
    const deviceNames = new Map((await hub.devices()).map(({ deviceId, name }) => [deviceId, name]))
    const teamNames = new Map((await names.teams()).map(({ id, name }) => [id, name]))
    return (await hub.grants(caseUid)).map(({ kind, id }) => {
      const nobody = { user_id: null, device_id: null, team_id: null }
      if (kind === 'device') return { ...nobody, kind, device_id: id, name: deviceNames.get(id) ?? id }
      if (kind === 'team') return { ...nobody, kind, team_id: id, name: teamNames.get(id) ?? id }
      const user = names.user(id)
      return { ...nobody, kind, user_id: user.id, name: user.name }
    })
  }
  const grantee = async (subject: GrantSubject): Promise<GrantTo | null> => {
    if ('device_id' in subject) return { kind: 'device', id: subject.device_id }
    if ('team_id' in subject) return { kind: 'team', id: subject.team_id }
    const uid = await names.uidOfUser(subject.user_id)
    return uid === null ? null : { kind: 'user', id: uid }
  }
  const change = async (
    caseId: number,
    subject: GrantSubject,
    apply: (caseUid: string, to: GrantTo) => Promise<Result<void, Refusal>>,
  ) => {
    const [caseUid] = await names.uidsOfCases([caseId])
    if (caseUid === undefined) return noCase
    const to = await grantee(subject)
    if (to === null) return noUser
    const done = await apply(caseUid, to)
    return done.ok ? answer(await listed(caseUid)) : done
  }
  /** The devices that a grant reaches; null: any, as whoever is in a team may have them. */
  const devicesOf = async ({ kind, id }: GrantTo): Promise<readonly string[] | null> => {
    if (kind === 'team') return null
    return kind === 'device'
      ? await hub.epochsOf(id)
      : (await hub.devices()).filter(({ userUid }) => userUid === id).map(({ deviceId }) => deviceId)
  }
  const end = async (
    caseUid: string,
    to: GrantTo,
    force: boolean,
    actorUid: string,
  ): Promise<Result<void, Refusal>> => {
    const isGiven = (await hub.grants(caseUid)).some(({ kind, id }) => kind === to.kind && id === to.id)
    const waits = force || !isGiven ? null : await countUnreceived(db, { devices: await devicesOf(to), caseUid })
    return waits !== null && waits.pieces > 0 ? fail(beforeGrantEnds(waits)) : await hub.endGrant(caseUid, to, actorUid)
  }
  return [
    route(api.listGrants, async ({ params }) => {
      const [caseUid] = await names.uidsOfCases([params.id])
      return caseUid === undefined ? noCase : answer(await listed(caseUid))
    }),
    route(api.giveGrant, async ({ params, body, caller }) => {
      await placeWhatWaits({ sync })
      return await change(params.id, body, (uid, to) => hub.giveGrant(uid, to, caller.userUid))
    }),
    route(api.endGrant, ({ params, body, caller }) =>
      change(params.id, body, (uid, to) => end(uid, to, body.force, caller.userUid)),
    ),
  ]
}

const proof = (hub: HubAdministration, names: Names): readonly Route[] => [
  route(api.listQuarantined, async ({ query, caller }) => {
    const { total, entries } = await hub.quarantined({ offset: (query.page - 1) * query.size, limit: query.size })
    const deviceNames = new Map((await hub.devices()).map(({ deviceId, name }) => [deviceId, name]))
    const items = await Promise.all(
      entries.map(async (entry) => ({
        entry_id: entry.entryId,
        case: entry.case,
        case_number: await names.numberOfCase(entry.case, caller),
        device_id: entry.deviceId,
        device_name: deviceNames.get(entry.deviceId) ?? null,
        code: entry.code,
        at: toTimestamp(entry.atMs),
      })),
    )
    return paged({ items, total }, query)
  }),
  route(api.readHubLog, async () => {
    const { origin, fingerprint, size, root, note, witnesses, timeStamped } = await hub.log()
    return ok({
      success: true as const,
      data: {
        origin,
        fingerprint,
        size,
        root,
        note,
        witnesses: witnesses.map(({ name, atMs }) => ({ name, at: atMs === null ? null : toTimestamp(atMs) })),
        time_stamped: timeStamped,
      },
    })
  }),
]

const everyHubOperation = Object.values(api)

/** The administration of a hub. On any other service each of these says that it is none. */
export const hubRoutes = (parts: HubRouteParts): readonly Route[] => {
  const { hub } = parts
  if (hub === null)
    return everyHubOperation.map((operation): Route => ({ operation, handler: () => Promise.resolve(notAHub) }))
  const names = namesOf(parts.workspace)
  return [
    ...codes(parts, hub, names),
    ...devices(parts, hub, names),
    ...grants(parts, hub, names),
    ...proof(hub, names),
  ]
}
