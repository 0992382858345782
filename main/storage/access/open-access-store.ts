import type { Kysely } from 'kysely'
import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Env } from '../../platform/env.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger, LedgerTx } from '../ledger/ledger.ts'
import type { Database } from '../schema.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { AccessStore } from './access-store.ts'
import { createDeviceCommands } from './devices.ts'
import { keyPresented, readDirectory } from './directory.ts'
import { deleteAnswer, findAnswer, insertAnswer } from './kept-answers.ts'
import { createKeyCommands } from './keys.ts'
import { createPasswords } from './passwords.ts'
import { createPolicyCommands } from './policy.ts'
import { createProviderPeople } from './provider-people.ts'
import { createSecondFactorCommands } from './second-factor-commands.ts'
import { createSignIns } from './sign-ins.ts'
import { createTeamCommands } from './teams.ts'
import { createUserCommands } from './users.ts'
import { endDraft, keepDraft, listDrafts } from './unsealed-texts.ts'
import { deleteView, listViews, saveView } from './views.ts'

/** What the store stands on. */
export interface AccessParts {
  readonly ledger: Ledger
  /** Reads what is committed. */
  readonly db: Kysely<Database>
  /** The same for whoever asks, without the cases that they may not know. */
  readonly reading: Pick<SyncStatements, 'all'>
  readonly env: Env
  readonly deviceId: string
}

/** Opens the store over an open ledger. */
export const openAccessStore = async (parts: AccessParts): Promise<AccessStore> => {
  const { ledger, db, env } = parts
  let directory = await readDirectory(db)

  /** A command of the workspace's chain: what it changed is in memory before its answer is given. */
  const write = async <T>(
    actor: Actor,
    job: (tx: LedgerTx) => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> => {
    const result = await ledger.write(actor, job)
    if (result.ok) directory = await readDirectory(db)
    return result
  }
  ledger.onCommitted((chains) => {
    if (!chains.has(0)) return
    readDirectory(db).then(
      (read) => {
        directory = read
      },
      (error: unknown) => env.log.error({ err: error }, 'the directory of users could not be read again'),
    )
  })

  const passwords = createPasswords(env.random)
  const signIns = createSignIns({ ledger, db, env, passwords, directory: () => directory })
  const shared = {
    db,
    reading: parts.reading,
    env,
    write,
    passwords,
    endSignIns: (tx: LedgerTx, userUid: string, keepFamily: string | null) =>
      signIns.endSignInsOf(tx, userUid, keepFamily),
  }

  return {
    ...signIns,
    userByUid: (uid) => directory.users.get(uid),
    findKey: (presented, kind) => keyPresented(directory, presented, kind),
    keyIsLive: (id) => directory.keys.has(id),
    policy: () => directory.policy,
    hasSecondFactor: (userUid) => directory.withFactor.has(userUid),
    hasPassword: (userUid) => directory.withPassword.has(userUid),
    ...createUserCommands(shared),
    ...createProviderPeople(shared),
    ...createSecondFactorCommands({ ...shared, ledger }),
    ...createTeamCommands(shared),
    ...createKeyCommands({ ...shared, ledger }),
    ...createDeviceCommands({ ...shared, deviceId: parts.deviceId }),
    ...createPolicyCommands(shared),
    listViews: (userUid) => listViews(db, userUid),
    saveView: (actor, view) =>
      ledger.write(actor, (tx) => saveView(tx.db, actor.userUid, view, () => tx.nextId('saved_views'))),
    deleteView: (actor, id) => ledger.write(actor, (tx) => deleteView(tx.db, actor.userUid, id)),
    listDrafts: (userUid) => listDrafts(db, userUid),
    keepDraft: (actor, draft) => ledger.write(actor, (tx) => keepDraft(tx, actor.userUid, draft)),
    endDraft: (actor, key) => ledger.write(actor, (tx) => endDraft(tx.db, actor.userUid, key)),
    keptAnswer: (scope, notBeforeMs) => findAnswer(db, scope, notBeforeMs),
    keepAnswer: (tx, row, forgetBeforeMs) => insertAnswer(tx.db, row, forgetBeforeMs),
    keepAnswerAlone: (row, forgetBeforeMs) =>
      ledger.write(systemActor, async (tx) => ok(await insertAnswer(tx.db, row, forgetBeforeMs))),
    forgetAnswer: (scope) => ledger.write(systemActor, async (tx) => ok(await deleteAnswer(tx.db, scope))),
  }
}
