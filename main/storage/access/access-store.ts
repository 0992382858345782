import type {
  addTeam,
  addUser,
  apiKey,
  attestClock,
  changeTeam,
  changeUser,
  createKey,
  device,
} from '../../../shared/api/access.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf, BodyOf } from '../../../shared/api/operation.ts'
import type { Policy } from '../../../shared/schema/policy.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Team } from '../../../shared/schema/team.ts'
import type { User } from '../../../shared/schema/user.ts'
import type { z } from 'zod'
import type { Actor } from '../../domain/access/actor.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { DirectoryKey, DirectoryUser } from './directory.ts'
import type { ProviderPeople } from './named-by-provider.ts'
import type { SecondFactorCommands } from './second-factor-commands.ts'
import type { SignIns } from './sign-ins.ts'
import type { IdempotencyTable } from './tables.ts'
import type { UnsealedText } from './unsealed-texts.ts'
import type { SavedView } from './views.ts'

type Answer<T> = Promise<Result<T, Refusal>>
export type ApiKey = z.infer<typeof apiKey>
export type Attested = AnswerOf<typeof attestClock>['data']
export type Device = z.infer<typeof device>

/** With what a command of this area comes. */
export interface AccessOptions<T> {
  readonly actor: Actor
  readonly inTransaction?: (tx: LedgerTx, answer: T) => Promise<void>
}

/** Users, teams, keys, sign-ins, saved views, drafts and policy of a workspace. */
export interface AccessStore extends SignIns, SecondFactorCommands, ProviderPeople {
  /** As last committed; these four answer from memory. */
  userByUid(uid: string): DirectoryUser | undefined
  /** The live key that the presented text is, or null. */
  findKey(presented: string, kind: 'api' | 'institution'): DirectoryKey | null
  /** Whether a key is one that counts now, by its id. */
  keyIsLive(id: string): boolean
  policy(): Policy
  /** Whether a user has a password at this service; answers from memory. */
  hasPassword(userUid: string): boolean
  /** Whether a user has a second factor at this service; answers from memory. */
  hasSecondFactor(userUid: string): boolean

  listUsers(): Promise<User[]>
  addUser(
    input: BodyOf<typeof addUser>,
    options: AccessOptions<User & { password?: string }>,
  ): Answer<User & { password?: string }>
  changeUser(
    id: number,
    input: BodyOf<typeof changeUser>,
    options: AccessOptions<User>,
  ): Answer<User & { password?: string }>
  /**
   * Sets a user's own password after checking the present one, or a first one where there is none; other sign-ins of
   * the user end.
   */
  changePassword(
    actor: Actor,
    input: { current?: string | undefined; next: string },
    keepFamily: string | null,
  ): Answer<{ changed: true }>

  listTeams(): Promise<Team[]>
  addTeam(input: BodyOf<typeof addTeam>, actor: Actor): Answer<Team>
  /** Members, where they are given, take the place of the present ones. */
  changeTeam(uid: string, input: BodyOf<typeof changeTeam>, actor: Actor): Answer<Team>

  listKeys(): Promise<ApiKey[]>
  createKey(
    input: BodyOf<typeof createKey>,
    options: AccessOptions<ApiKey & { secret: string }>,
  ): Answer<ApiKey & { secret: string }>
  revokeKey(id: string, options: AccessOptions<ApiKey>): Answer<ApiKey>
  /** Notes that a key was used, at most once a minute, without delaying the request. */
  keyWasUsed(id: string): void

  listDevices(): Promise<Device[]>
  revokeDevice(deviceId: string, reason: string, options: AccessOptions<Device>): Answer<Device>

  /** S-116: seals by how much the clock of a device was off. */
  attestClock(deviceId: string, input: BodyOf<typeof attestClock>, options: AccessOptions<Attested>): Answer<Attested>

  changePolicy(input: Policy, options: AccessOptions<Policy>): Answer<Policy>

  listViews(userUid: string): Promise<SavedView[]>
  saveView(actor: Actor, view: Omit<SavedView, 'id'>): Answer<SavedView>
  deleteView(actor: Actor, id: number): Answer<{ deleted: true }>

  /** What the user has typed and not sealed, by key. */
  listDrafts(userUid: string): Promise<{ readonly key: string; readonly text: string; readonly writtenAtMs: number }[]>
  keepDraft(actor: Actor, draft: UnsealedText): Answer<{ kept: true }>
  endDraft(actor: Actor, key: string): Answer<{ kept: false }>

  keptAnswer(scope: string, notBeforeMs: number): Promise<IdempotencyTable | null>
  /** Within the command's transaction. */
  keepAnswer(tx: LedgerTx, row: IdempotencyTable, forgetBeforeMs: number): Promise<void>
  /** In a transaction of its own, in the place of what was kept of the request before. */
  keepAnswerAlone(row: IdempotencyTable, forgetBeforeMs: number): Answer<void>
  forgetAnswer(scope: string): Answer<void>
}
