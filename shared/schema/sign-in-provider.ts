import { z } from 'zod'
import { lineOfText } from './text.ts'
import { role } from './user.ts'

const loopback = ['127.0.0.1', '[::1]', 'localhost']

/** Whether an address is one that a provider may have: https, or http on this computer. */
export const isProviderAddress = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.includes(url.hostname))
}

/** A name in OAuth: of a scope, a claim, a client. */
const token = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'must be visible ASCII without quotes and backslash')

/** How people sign in by an OpenID provider of the institution. No secret is part of it. */
export const signInProvider = z
  .strictObject({
    name: lineOfText(60).describe('What the button says: “Sign in with …”.'),
    issuer: z
      .string()
      .max(500)
      .refine((text) => isProviderAddress(text) && !text.includes('?'), {
        error: 'must be an https address; http only on this computer',
      })
      .describe('As the provider itself writes it, to the last sign.'),
    client_id: token.describe(
      'A public client with PKCE; its redirect address is that of this service with `/` behind.',
    ),
    scopes: z.array(token).min(1).max(20).default(['openid', 'profile']),
    login_claim: token.default('preferred_username').describe('The claim that becomes the login name of a new person.'),
    groups_claim: token.default('groups').describe('The claim that lists the groups of a person.'),
    roles: z
      .array(z.strictObject({ group: lineOfText(200), role }))
      .min(1)
      .max(100)
      .describe('Which group gives which role; of several the first one counts. Without one of them nobody comes in.'),
  })
  .refine(({ scopes }) => scopes.includes('openid'), { error: 'must name the scope openid', path: ['scopes'] })
  .describe('The OpenID provider by which people may sign in besides passwords. Absent: none.')
export type SignInProvider = z.infer<typeof signInProvider>
