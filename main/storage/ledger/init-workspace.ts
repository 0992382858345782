import type { Actor } from '../../domain/access/actor.ts'
import { rename, rm } from 'node:fs/promises'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { newWorkspace } from '../../../shared/schema/workspace.ts'
import { dataFolder, hasWorkspace, makeDataFolder } from '../../platform/data-folder.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Env } from '../../platform/env.ts'
import { takeFolderLock } from '../../platform/folder-lock.ts'
import { createKeys, loadKeys } from '../../platform/key-files.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import { writePrivateFile } from '../../platform/private-files.ts'
import { usedFolder } from '../../platform/used-folder.ts'
import { findWorkspaceKey } from '../../platform/workspace-key.ts'
import { encodeHlc, zeroHlc } from '../../seal/hlc.ts'
import { prepareFirstAccess } from '../access/first-access.ts'
import { starterLists, starterRules } from '../../detection/rules/starter/starter-rules.ts'
import { appliers } from '../areas.ts'
import { migrate } from '../migrations/migrate.ts'
import { rulesImported } from '../rules/drafts.ts'
import { openWriter } from '../sqlite/connection.ts'
import { createLedger } from './create-ledger.ts'
import type { LedgerTx } from './ledger.ts'
import { createVault } from './vault.ts'
import { existsSync } from 'node:fs'

/** What a new workspace is made of. */
export interface NewWorkspace {
  /** Segment of case numbers: 1 to 16 of A-Z and 0-9. */
  readonly institution: string
  readonly name: string
  /** Name of the first user, an admin. */
  readonly admin: string
  readonly sample?: boolean
  readonly deviceName?: string
  /** Where nobody is shown the password of the first user: they have none, and set one themselves. */
  readonly withoutPassword?: boolean
}

/** What `init` shows, once. */
export interface MadeWorkspace {
  readonly institution: string
  readonly workspaceId: string
  readonly userId: number
  readonly userUid: string
  readonly loginName: string
  readonly password: string
  readonly institutionKey: string
  readonly apiKey: string
  readonly deviceId: string
}

const alreadyThere = refusal('already_done', 'This folder holds a workspace already.')
const inUse = refusal('unavailable', 'Another Fieldseal service works in this data folder.')

const checkedInput = (given: NewWorkspace): Result<NewWorkspace, Refusal> => {
  const read = newWorkspace.safeParse(given)
  if (read.success) return ok({ ...given, ...read.data })
  const details = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return fail(
    refusal(
      'invalid_request',
      `${details.map(({ path, message }) => `${path} ${message}`).join('; ')}. Nothing was made.`,
      details,
    ),
  )
}

interface Identity {
  readonly workspaceUid: string
  readonly deviceId: string
}

/** The first entries: what the workspace is, and the key that its chain starts from (S-31). */
const sealBeginning = async (
  tx: LedgerTx,
  input: NewWorkspace,
  { workspaceUid, deviceId }: Identity,
  keys: FolderKeys,
  actor: string,
): Promise<void> => {
  await tx.append({
    case: 'workspace',
    type: 'key.enrolled',
    subject: deviceId,
    pub: {
      kid: keys.device.kid,
      spki: Buffer.from(keys.device.spki).toString('base64url'),
      device_id: deviceId,
      device_number: 0,
      device_name: input.deviceName ?? 'First device',
    },
    actor,
  })
  await tx.append({
    case: 'workspace',
    type: 'workspace.created',
    subject: workspaceUid,
    pub: {
      workspace_id: workspaceUid,
      institution: input.institution,
      name: input.name,
      sample: input.sample === true,
    },
    actor,
  })
}

/**
 * The keys of a new folder, which says from now on that it is being set up. They are kept where an earlier attempt that
 * broke off made them:
 * nothing was sealed with them yet.
 */
export const keysFor = (folder: DataFolder, { random, workspaceKey: given }: Env): Result<FolderKeys, Refusal> => {
  if (!existsSync(folder.unfinished)) writePrivateFile(folder.unfinished, '')
  if (existsSync(folder.deviceKey)) return loadKeys(folder, given)
  const isNew = given === undefined && !existsSync(folder.workspaceKey) && !existsSync(folder.sealedKey)
  if (isNew) return ok(createKeys(folder, random))
  const workspaceKey = findWorkspaceKey(folder, given)
  return workspaceKey.ok ? ok(createKeys(folder, random, workspaceKey.value)) : workspaceKey
}

const settingUp = (userUid: string): Actor => ({
  userId: 0,
  userUid,
  role: 'admin',
  acting: { origin: { by: 'setup' } },
})

const fill = async (
  file: string,
  keys: FolderKeys,
  input: NewWorkspace,
  env: Env,
): Promise<Result<MadeWorkspace, Refusal>> => {
  const writer = openWriter(file, keys.database)
  try {
    const migrated = migrate(writer)
    if (!migrated.ok) return migrated
    const nowMs = env.clock.nowMs()
    const identity: Identity = { workspaceUid: env.random.uuidv7(nowMs), deviceId: env.random.uuidv7(nowMs) }
    writer
      .prepare('insert into device (id, device_id, device_number, kid, dseq, hlc) values (1, ?, 0, ?, 0, ?)')
      .run(identity.deviceId, keys.device.kid, encodeHlc(zeroHlc))
    const first = await prepareFirstAccess(
      { adminName: input.admin, withoutPassword: input.withoutPassword === true },
      env,
    )
    const ledger = createLedger({
      writer,
      env,
      vault: createVault(keys.workspace, env.random),
      signer: keys.device,
      deviceNumber: 0,
      appliers,
    })
    const written = await ledger.write(settingUp(first.userUid), async (tx) => {
      await sealBeginning(tx, input, identity, keys, first.userUid)
      const made = await first.write(tx)
      await tx.append({ ...rulesImported(starterRules, starterLists, 'live', 'starter'), actor: first.userUid })
      return ok(made)
    })
    await ledger.close()
    if (!written.ok) return written
    return ok({
      institution: input.institution,
      workspaceId: identity.workspaceUid,
      userId: written.value.userId,
      userUid: first.userUid,
      loginName: first.loginName,
      password: first.password,
      institutionKey: first.institutionKey,
      apiKey: first.apiKey,
      deviceId: identity.deviceId,
    })
  } finally {
    writer.pragma('wal_checkpoint(TRUNCATE)')
    writer.close()
  }
}

/**
 * Makes a workspace in a folder: keys, the first device, the first admin and keys of the interface. The database
 * appears under its name only when it is complete: an attempt that breaks off leaves no workspace, and can be made
 * again.
 *
 * @param complete what else belongs into it before it appears; it is given the folder with the database under its name
 * until then, and
 *   opens and closes it by itself. A refusal of its is the answer
 * @returns a refusal where the folder holds one already, or anything else that is no set-up which broke off, is in use,
 * or the input is not of its form
 */
export const initWorkspace = async (
  dataDir: string,
  given: NewWorkspace,
  env: Env,
  complete: (folder: DataFolder) => Promise<Result<null, Refusal>> = () => Promise.resolve(ok(null)),
): Promise<Result<MadeWorkspace, Refusal>> => {
  const checked = checkedInput(given)
  if (!checked.ok) return checked
  const input = checked.value
  const folder = dataFolder(dataDir)
  if (hasWorkspace(folder)) return fail(alreadyThere)
  const used = usedFolder(folder)
  if (used !== null) return fail(used)
  await makeDataFolder(folder)
  const lock = takeFolderLock(folder.lock)
  if (lock === null) return fail(inUse)
  try {
    if (hasWorkspace(folder)) return fail(alreadyThere)
    const unfinished = `${folder.database}.${env.random.uuidv7(env.clock.nowMs())}.new`
    const keys = keysFor(folder, env)
    if (!keys.ok) return keys
    const made = await fill(unfinished, keys.value, input, env)
    if (!made.ok) return made
    const completed = await complete({ ...folder, database: unfinished })
    if (!completed.ok) return completed
    await rename(unfinished, folder.database)
    await rm(folder.unfinished, { force: true })
    return made
  } finally {
    lock.release()
  }
}
