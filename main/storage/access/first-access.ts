import type { Env } from '../../platform/env.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { apiKeyCreated, userAdded } from './drafts.ts'
import { createPasswords, generatePassword } from './passwords.ts'
import { newKey } from './secrets.ts'
import { apiKeyScopes } from '../../domain/access/rules.ts'

/**
 * The first user and keys of a new workspace, made before its first transaction. Secrets are shown once and kept
 * hashed.
 */
export interface FirstAccess {
  /** The first admin; the actor of the workspace's first entries. */
  readonly userUid: string
  readonly loginName: string
  readonly password: string
  readonly institutionKey: string
  readonly apiKey: string
  /**
   * Seals `user.added` and both `api_key.created`, and keeps the password's verifier. To be called within the first
   * transaction.
   */
  write(tx: LedgerTx): Promise<{ readonly userId: number }>
}

/**
 * A login name out of a person's name: letters a-z and digits, dots between words; `admin` where nothing of it is left.
 */
export const loginNameFor = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 64)
    .replace(/\.+$/, '')
  return plain.length >= 2 ? plain : 'admin'
}

/** Makes the first admin with a generated password, an institution key and an API key with both scopes. */
export const prepareFirstAccess = async (
  input: { readonly adminName: string; readonly loginName?: string; readonly withoutPassword?: boolean },
  env: Pick<Env, 'clock' | 'random'>,
): Promise<FirstAccess> => {
  const userUid = env.random.uuidv7(env.clock.nowMs())
  const loginName = input.loginName ?? loginNameFor(input.adminName)
  const password = generatePassword(env.random)
  const verifier = await createPasswords(env.random).make(password)
  const institution = newKey('institution', env.random)
  const api = newKey('api', env.random)
  return {
    userUid,
    loginName,
    password,
    institutionKey: institution.secret,
    apiKey: api.secret,
    async write(tx) {
      const userId = await tx.nextId('users')
      await tx.append({
        ...userAdded({ id: userId, uid: userUid, loginName, name: input.adminName, role: 'admin' }),
        actor: userUid,
      })
      await tx.append({
        ...apiKeyCreated({
          ...institution,
          kind: 'institution',
          scopes: ['institution'],
          label: 'First institution key',
        }),
        actor: userUid,
      })
      await tx.append({
        ...apiKeyCreated({ ...api, kind: 'api', scopes: apiKeyScopes, label: 'First API key' }),
        actor: userUid,
      })
      if (input.withoutPassword !== true)
        await tx.db.insertInto('passwords').values({ user_uid: userUid, verifier, changed_at: tx.nowMs }).execute()
      return { userId }
    },
  }
}
