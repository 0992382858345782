import { z } from 'zod'
import { idText, timestamp, uid } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

const admins = ['admin'] as const

/** A sign-in that lives: the session of a browser window, or a chain of tokens of a program. */
export const liveSignIn = z.object({
  id: uid.describe('Names the sign-in, and opens nothing.'),
  kind: z.enum(['window', 'program']),
  how: z.enum(['password', 'provider']).describe('By what they signed in.'),
  signed_in_at: timestamp,
  last_used_at: timestamp.describe('Noted at most once a minute.'),
  address: z
    .string()
    .nullable()
    .describe('From where it was last used: behind a proxy, the address of the proxy. Null: not known.'),
  agent: z
    .string()
    .nullable()
    .describe('What the browser or program called itself when it was last used, as it came; it proves nothing.'),
  this_one: z.boolean().describe('Whether the request itself belongs to it.'),
})

const ended = envelope(z.object({ ended: z.int().describe('How many sign-ins have ended.') }))
const ofUser = z.strictObject({ id: idText })

export const listOwnSignIns = defineOperation({
  id: 'listOwnSignIns',
  method: 'GET',
  path: '/v1/me/sign-ins',
  tag: 'Signing in',
  summary: 'List own sign-ins',
  description:
    'Where you are signed in with your login name, the one used last first. The desktop window and tokens by the folder’s key are no sign-ins.',
  access: 'signed_in',
  answer: envelope(z.array(liveSignIn)),
})

export const endOwnSignIn = defineOperation({
  id: 'endOwnSignIn',
  method: 'DELETE',
  path: '/v1/me/sign-ins/{sign_in_id}',
  tag: 'Signing in',
  summary: 'End own sign-in',
  description: 'Ends it at once, with its tokens and the event streams that it has open.',
  access: 'signed_in',
  params: z.strictObject({ sign_in_id: uid }),
  answer: ended,
  refusals: ['not_found'],
})

export const endOtherSignIns = defineOperation({
  id: 'endOtherSignIns',
  method: 'DELETE',
  path: '/v1/me/sign-ins',
  tag: 'Signing in',
  summary: 'End all other own sign-ins',
  description: 'Ends all but the one that asks. A request that belongs to none ends all.',
  access: 'signed_in',
  answer: ended,
})

export const listSignInsOfUser = defineOperation({
  id: 'listSignInsOfUser',
  method: 'GET',
  path: '/v1/users/{id}/sign-ins',
  tag: 'Users',
  summary: 'List sign-ins of a user',
  description: 'Where a user is signed in with their login name at this service, the one used last first.',
  access: admins,
  params: ofUser,
  answer: envelope(z.array(liveSignIn)),
  refusals: ['not_found'],
})

export const endSignInOfUser = defineOperation({
  id: 'endSignInOfUser',
  method: 'DELETE',
  path: '/v1/users/{id}/sign-ins/{sign_in_id}',
  tag: 'Users',
  summary: 'End sign-in of a user',
  description: 'Ends it at once, with its tokens and the event streams that it has open.',
  access: admins,
  params: z.strictObject({ id: idText, sign_in_id: uid }),
  answer: ended,
  refusals: ['not_found'],
})

export const endSignInsOfUser = defineOperation({
  id: 'endSignInsOfUser',
  method: 'DELETE',
  path: '/v1/users/{id}/sign-ins',
  tag: 'Users',
  summary: 'End all sign-ins of a user',
  description: 'Ends all of them at once, but the one that asks.',
  access: admins,
  params: ofUser,
  answer: ended,
  refusals: ['not_found'],
})
