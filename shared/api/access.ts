import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import { entryId, integerId, lineOfText, timestamp, uid, idText } from '../schema/text.ts'
import { team, teamMembers, teamName } from '../schema/team.ts'
import { loginName, password, role, user, userName } from '../schema/user.ts'
import { defineOperation, envelope } from './operation.ts'

const admins = ['admin'] as const
const supervisors = ['supervisor', 'admin'] as const
const signIn = 'Signing in'

const tokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds; 900.'),
  refresh_token: z.string().describe('Good once, for 12 hours; using it twice ends the session.'),
  user,
})

/** A code of the second factor, as somebody types it: six digits of an authenticator app, or a recovery code. */
export const secondFactorCode = z.string().min(1).max(64)

const signInBody = z.strictObject({
  login_name: z.string().min(1).max(64),
  password: z.string().min(1).max(200),
  code: secondFactorCode
    .optional()
    .describe(
      'Of who has a second factor: the six digits of the authenticator app, or a recovery code. Without it the answer is `second_factor_required`, once the password is right.',
    ),
})

export const login = defineOperation({
  id: 'login',
  method: 'POST',
  path: '/v1/auth/login',
  retry: 'anew',
  tag: signIn,
  summary: 'Sign in for tokens',
  description:
    'Answers a JWT access token (EdDSA, 15 minutes) and a refresh token. Failed attempts are slowed down and limited.',
  access: 'public',
  whileLocked: true,
  body: signInBody,
  answer: envelope(tokens),
  refusals: ['login_failed', 'second_factor_required', 'second_factor_wrong'],
})

export const refresh = defineOperation({
  id: 'refresh',
  method: 'POST',
  path: '/v1/auth/refresh',
  retry: 'anew',
  tag: signIn,
  summary: 'Refresh tokens',
  description: 'Exchanges a refresh token for a new pair.',
  access: 'public',
  whileLocked: true,
  body: z.strictObject({ refresh_token: z.string().min(1).max(200) }),
  answer: envelope(tokens),
  refusals: ['unauthenticated'],
})

export const openSession = defineOperation({
  id: 'openSession',
  method: 'POST',
  path: '/v1/auth/session',
  retry: 'anew',
  tag: signIn,
  summary: 'Sign in for a window',
  description:
    'Sets an HttpOnly, SameSite=Strict session cookie for the served window, which then needs no other credential. Writes from it must carry `X-Fieldseal-Window: 1`.',
  access: 'public',
  whileLocked: true,
  body: signInBody,
  answer: envelope(z.object({ user })),
  refusals: ['login_failed', 'second_factor_required', 'second_factor_wrong'],
})

export const readSignInProvider = defineOperation({
  id: 'readSignInProvider',
  method: 'GET',
  path: '/v1/auth/provider',
  tag: signIn,
  summary: 'Read sign-in provider',
  description: 'Whether people can sign in here by an OpenID provider, and what it is called.',
  access: 'public',
  whileLocked: true,
  answer: envelope(z.object({ name: z.string().nullable().describe('Null: there is none.') })),
})

export const beginProviderSignIn = defineOperation({
  id: 'beginProviderSignIn',
  method: 'POST',
  path: '/v1/auth/provider',
  retry: 'anew',
  tag: signIn,
  summary: 'Begin signing in by provider',
  description:
    'Begins OpenID Connect (authorisation code with PKCE, state and nonce). Open `address` in a browser; the provider sends it back to this service with `/` and an answer in the query, which ends the attempt within ten minutes.',
  access: 'public',
  whileLocked: true,
  answer: envelope(
    z.object({
      address: z.string(),
      attempt: z.string().describe('Known to the window that began alone: whoever ends the attempt sends it.'),
    }),
  ),
  refusals: ['not_found', 'provider_unavailable', 'provider_refused'],
})

export const openProviderSession = defineOperation({
  id: 'openProviderSession',
  method: 'POST',
  path: '/v1/auth/provider/session',
  retry: 'anew',
  tag: signIn,
  summary: 'Sign in for a window by provider',
  description:
    'Ends an attempt with what the provider sent the browser back with, and sets the session cookie as signing in with a password does. A person is who the provider calls by issuer and subject; a first sign-in adds them in the role of their groups, and each one gives them that role.',
  access: 'public',
  whileLocked: true,
  body: z.strictObject({
    attempt: z.string().min(1).max(100),
    answer: z.string().min(1).max(8_000).describe('The query of the address, as it came.'),
  }),
  answer: envelope(z.object({ user })),
  refusals: ['not_found', 'provider_unavailable', 'provider_refused', 'work_held', 'unknown_reference', 'already_done'],
})

export const logout = defineOperation({
  id: 'logout',
  method: 'POST',
  path: '/v1/auth/logout',
  retry: 'again',
  tag: signIn,
  summary: 'Sign out',
  description: 'Ends the session of the cookie or of the refresh token that is given.',
  access: 'signed_in',
  whileLocked: true,
  whileIdle: true,
  withoutFactor: true,
  body: z.strictObject({ refresh_token: z.string().min(1).max(200).optional() }),
  answer: envelope(z.object({ signed_out: z.literal(true) })),
})

export const lockWindow = defineOperation({
  id: 'lockWindow',
  method: 'POST',
  path: '/v1/auth/lock',
  retry: 'again',
  tag: signIn,
  summary: 'Lock window',
  description:
    'Locks the window that asks: until it is unlocked, everything it asks for is refused as `window_locked` and its event streams end. A window does so when nobody has used it for as long as policy allows; one that the service has heard nothing of for so long is locked as well.',
  access: 'signed_in',
  whileLocked: true,
  whileIdle: true,
  withoutFactor: true,
  answer: envelope(z.object({ locked: z.literal(true) })),
  refusals: ['unknown_reference'],
})

export const unlockWindow = defineOperation({
  id: 'unlockWindow',
  method: 'POST',
  path: '/v1/auth/unlock',
  retry: 'anew',
  tag: signIn,
  summary: 'Unlock window',
  description: 'The password of whoever is signed in, and their second factor where they have one, as for signing in.',
  access: 'signed_in',
  whileLocked: true,
  whileIdle: true,
  withoutFactor: true,
  body: signInBody.omit({ login_name: true }),
  answer: envelope(z.object({ locked: z.literal(false) })),
  refusals: ['login_failed', 'second_factor_required', 'second_factor_wrong', 'unknown_reference'],
})

export const me = defineOperation({
  id: 'me',
  method: 'GET',
  path: '/v1/me',
  tag: signIn,
  summary: 'Who am I',
  description: 'The user of the credential, the role that the credential grants, and how it came.',
  access: 'signed_in',
  whileLocked: true,
  withoutFactor: true,
  answer: envelope(
    z.object({
      user,
      role,
      via: z.enum(['token', 'session', 'desktop']),
      has_password: z.boolean().describe('Whether you have a password at this service.'),
      by_provider: z.boolean().describe('Whether you signed in by the provider of your institution.'),
      needs_second_factor: z
        .boolean()
        .describe('Whether policy asks you to set a second factor up before anything else is answered.'),
      idle_lock_minutes: z
        .int()
        .nullable()
        .describe(
          'After how many minutes unused your window locks; 0: only by hand. Null: nothing could open it again.',
        ),
    }),
  ),
})

export const changePassword = defineOperation({
  id: 'changePassword',
  method: 'PUT',
  path: '/v1/me/password',
  tag: signIn,
  summary: 'Change own password',
  description:
    'Ends all other sessions of the user. Whoever has no password at this service sets a first one without `current`, in the desktop window.',
  access: 'signed_in',
  body: z.strictObject({ current: z.string().min(1).max(200).optional(), next: password }),
  answer: envelope(z.object({ changed: z.literal(true) })),
  refusals: ['login_failed'],
})

export const listUsers = defineOperation({
  id: 'listUsers',
  method: 'GET',
  path: '/v1/users',
  tag: 'Users',
  summary: 'List users',
  description: 'All users of the workspace, by name.',
  access: 'signed_in',
  answer: envelope(z.array(user)),
})

export const addUser = defineOperation({
  id: 'addUser',
  method: 'POST',
  path: '/v1/users',
  retry: 'key',
  tag: 'Users',
  summary: 'Add user',
  description: 'Adds a user; without a password one is made and answered once. The name is sealed as a disclosure.',
  access: admins,
  status: 201,
  body: z.strictObject({ login_name: loginName, name: userName, role, password: password.optional() }),
  answer: envelope(
    user.extend({ password: z.string().optional().describe('The generated password; shown this once.') }),
  ),
  refusals: ['already_done'],
})

export const changeUser = defineOperation({
  id: 'changeUser',
  method: 'PATCH',
  path: '/v1/users/{id}',
  tag: 'Users',
  summary: 'Change user',
  description:
    'Changes name, role or activity, or sets a new password (`reset_password`: one is made and answered once). `reset_second_factor` takes the second factor of somebody who lost it away, with their recovery codes; their sign-ins end. The last active admin stays one. ' +
    'A person who owns unfinished cases or has open alerts cannot become an auditor (`work_held`, with their names). Deactivating a person always works at once; `open_cases` says what must then be handed over.',
  access: admins,
  params: z.strictObject({ id: idText }),
  body: z
    .strictObject({
      name: userName.optional(),
      role: role.optional(),
      active: z.boolean().optional(),
      reset_password: z.literal(true).optional(),
      reset_second_factor: z.literal(true).optional(),
    })
    .refine((body) => Object.keys(body).length > 0, { error: 'give at least one field' }),
  answer: envelope(user.extend({ password: z.string().optional() })),
  refusals: ['not_found', 'unknown_reference', 'work_held', 'already_done'],
})

export const listTeams = defineOperation({
  id: 'listTeams',
  method: 'GET',
  path: '/v1/teams',
  tag: 'Users',
  summary: 'List teams',
  description: 'The teams of the workspace, by name. A case granted to a team is granted to its members.',
  access: 'signed_in',
  answer: envelope(z.array(team)),
})

export const addTeam = defineOperation({
  id: 'addTeam',
  method: 'POST',
  path: '/v1/teams',
  retry: 'key',
  tag: 'Users',
  summary: 'Add team',
  description: 'Makes a team of users. Its name is sealed as a disclosure.',
  access: admins,
  status: 201,
  body: z.strictObject({ name: teamName, members: teamMembers.default([]) }),
  answer: envelope(team),
  refusals: ['already_done', 'unknown_reference'],
})

export const changeTeam = defineOperation({
  id: 'changeTeam',
  method: 'PATCH',
  path: '/v1/teams/{team_id}',
  tag: 'Users',
  summary: 'Change team',
  description:
    'Gives the team another name, or replaces its members. A person who leaves it gives back the cases that they had only through it.',
  access: admins,
  params: z.strictObject({ team_id: uid }),
  body: z
    .strictObject({ name: teamName.optional(), members: teamMembers.optional() })
    .refine((body) => Object.keys(body).length > 0, { error: 'give at least one field' }),
  answer: envelope(team),
  refusals: ['not_found', 'already_done', 'unknown_reference'],
})

export const apiScopes = ['v4:read', 'v4:write', 'institution'] as const
export const apiKey = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(['api', 'institution']),
  scopes: z.array(z.enum(apiScopes)),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
})

export const listKeys = defineOperation({
  id: 'listKeys',
  method: 'GET',
  path: '/v1/keys',
  tag: 'Keys and devices',
  summary: 'List API keys',
  description:
    'API keys (for /v4) and institution keys (X-API-Key of /v1), without their secrets, which are stored hashed.',
  access: admins,
  answer: envelope(z.array(apiKey)),
})

export const createKey = defineOperation({
  id: 'createKey',
  method: 'POST',
  path: '/v1/keys',
  retry: 'key',
  tag: 'Keys and devices',
  summary: 'Create API key',
  description: 'Makes a key and answers its secret once.',
  access: admins,
  status: 201,
  body: z.strictObject({
    label: lineOfText(120),
    kind: z.enum(['api', 'institution']).default('api'),
    scopes: z.array(z.enum(apiScopes)).max(3).optional(),
  }),
  answer: envelope(apiKey.extend({ secret: z.string() })),
})

export const revokeKey = defineOperation({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/v1/keys/{id}',
  tag: 'Keys and devices',
  summary: 'Revoke API key',
  description: 'The key is refused from now on.',
  access: admins,
  params: z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
  answer: envelope(apiKey),
  refusals: ['not_found', 'already_done'],
})

/** The key of a hub stands among those of its devices. */
const hubOfWorkspace = z
  .string()
  .regex(/^hub:[0-9a-f-]{36}$/)
  .describe('`hub:` and the uid of the workspace: the key of its hub.')

export const device = z.object({
  id: z.union([uid, hubOfWorkspace]),
  number: z.int(),
  name: z.string(),
  kid: z.string(),
  public_key_pem: z.string(),
  enrolled_at: timestamp,
  revoked_at: timestamp.nullable(),
  this_device: z.boolean(),
})

export const listDevices = defineOperation({
  id: 'listDevices',
  method: 'GET',
  path: '/v1/devices',
  tag: 'Keys and devices',
  summary: 'List devices',
  description: 'The devices whose keys the workspace knows.',
  access: 'signed_in',
  answer: envelope(z.array(device)),
})

export const revokeDevice = defineOperation({
  id: 'revokeDevice',
  method: 'POST',
  path: '/v1/devices/{id}/revoke',
  retry: 'again',
  tag: 'Keys and devices',
  summary: 'Revoke device',
  description:
    'Entries that the device writes from now on are refused and found by verification. The device that answers cannot revoke itself.',
  access: admins,
  params: z.strictObject({ id: uid }),
  body: z.strictObject({ reason: lineOfText(300) }),
  answer: envelope(device),
  refusals: ['not_found', 'already_done', 'unknown_reference'],
})

/** How somebody knows by how much a clock was off. */
export const clockSources = ['hub', 'another_clock', 'documents', 'observation'] as const

/** How far a clock can be off at most: two hundred years. */
const aheadMost = 200 * 366 * 86_400_000

export const clockAttestation = z.strictObject({
  from: timestamp.describe('From this time of the device’s own clock on.'),
  to: timestamp.describe('Up to this time of the device’s own clock.'),
  ahead_ms: z
    .int()
    .min(-aheadMost)
    .max(aheadMost)
    .describe('Milliseconds by which the clock was ahead of the true time; below zero: behind.'),
  how: z.enum(clockSources).describe('How that is known.'),
})

export const attestClock = defineOperation({
  id: 'attestClock',
  method: 'POST',
  path: '/v1/devices/{id}/clock-attestations',
  retry: 'again',
  tag: 'Keys and devices',
  summary: 'Attest a clock',
  description:
    'Seals in the workspace’s chain by how much the clock of a device was off. Verification then reports what this explains as information (`clock_attested`), here and of every copy; nothing that was sealed is changed. A supervisor answers for it.',
  access: supervisors,
  params: z.strictObject({ id: uid }),
  body: clockAttestation.extend({ notes: rationale }),
  answer: envelope(clockAttestation.extend({ device_id: uid, entry_id: entryId })),
  refusals: ['not_found'],
})

export const savedView = z.object({ id: integerId, name: z.string(), query: z.record(z.string(), z.string()) })

export const listViews = defineOperation({
  id: 'listViews',
  method: 'GET',
  path: '/v1/views',
  tag: 'Saved views',
  summary: 'List own saved views',
  description: 'Named filters of the case list.',
  access: 'signed_in',
  answer: envelope(z.array(savedView)),
})

const viewQuery = z
  .record(
    z.string().regex(/^[a-z_]{1,20}$/),
    z
      .string()
      .max(500)
      .refine((value) => !/[\u0000-\u001f\u007f-\u009f]/u.test(value) && value.isWellFormed(), {
        error: 'holds a control character or is not valid Unicode text',
      }),
  )
  .refine((value) => Object.keys(value).length <= 12, { error: 'holds too many filters' })

export const saveView = defineOperation({
  id: 'saveView',
  method: 'POST',
  path: '/v1/views',
  retry: 'key',
  tag: 'Saved views',
  summary: 'Save view',
  description: 'Keeps the filters under a name; the same name again replaces them. At most 100 a user.',
  access: 'signed_in',
  status: 201,
  body: z.strictObject({ name: lineOfText(80), query: viewQuery }),
  answer: envelope(savedView),
  refusals: ['unknown_reference'],
})

export const deleteView = defineOperation({
  id: 'deleteView',
  method: 'DELETE',
  path: '/v1/views/{id}',
  tag: 'Saved views',
  summary: 'Delete view',
  description: 'Deletes one of your views.',
  access: 'signed_in',
  params: z.strictObject({ id: idText }),
  answer: envelope(z.object({ deleted: z.literal(true) })),
  refusals: ['not_found'],
})
