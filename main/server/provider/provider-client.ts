import * as openid from 'openid-client'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { SignInProvider } from '../../../shared/schema/sign-in-provider.ts'
import { providerFault } from './provider-faults.ts'
import { providerFetch } from './provider-fetch.ts'

/** An attempt to sign in that was sent to the provider: what its answer is held against. */
export interface Asked {
  readonly config: openid.Configuration
  readonly provider: SignInProvider
  readonly redirect: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Whom the provider let in. */
export interface ProviderPerson {
  readonly issuer: string
  readonly subject: string
  readonly login: string | null
  readonly name: string | null
  readonly groups: readonly string[]
}

type Claims = Readonly<Record<string, unknown>>

/** Clocks of two machines differ; so far, nothing is the worse for it. */
const toleranceSeconds = 30

const textIn = (claims: Claims, name: string): string | null => {
  const value = claims[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** Groups as providers write them: a list, or one alone. */
const groupsIn = (claims: Claims, name: string): readonly string[] => {
  const value = claims[name]
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((group): group is string => typeof group === 'string')
}

const discovered = async (provider: SignInProvider, nowMs: number): Promise<openid.Configuration> => {
  const issuer = new URL(provider.issuer)
  const metadata = {
    // The library reads the system's clock, and this says by how much the service's differs.
    [openid.clockSkew]: Math.round((nowMs - Date.now()) / 1_000),
    [openid.clockTolerance]: toleranceSeconds,
  }
  return await openid.discovery(issuer, provider.client_id, metadata, openid.None(), {
    [openid.customFetch]: providerFetch,
    execute: issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
  })
}

/**
 * L-122: sends somebody to the provider: authorisation code with PKCE (S256), state and nonce, as a public client.
 * Answers the address to open, and what is kept of the attempt.
 */
export const askProvider = async (
  provider: SignInProvider,
  { redirect, nowMs }: { readonly redirect: string; readonly nowMs: number },
): Promise<Result<{ readonly address: string; readonly asked: Asked }, Refusal>> => {
  try {
    const config = await discovered(provider, nowMs)
    const verifier = openid.randomPKCECodeVerifier()
    const asked = { config, provider, redirect, verifier, state: openid.randomState(), nonce: openid.randomNonce() }
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: provider.scopes.join(' '),
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: asked.state,
      nonce: asked.nonce,
    })
    return ok({ address: address.href, asked })
  } catch (error) {
    return fail(providerFault(error))
  }
}

/**
 * L-122: exchanges the answer that a browser came back with, checked against its attempt: state, issuer (RFC 9207),
 * signature, audience, nonce and times of the ID token.
 */
export const hearProvider = async (
  { config, provider, redirect, state, nonce, verifier }: Asked,
  answer: string,
): Promise<Result<ProviderPerson, Refusal>> => {
  try {
    const address = new URL(redirect)
    address.search = answer
    const tokens = await openid.authorizationCodeGrant(config, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const own = tokens.claims()
    if (own === undefined) throw new Error('a grant that expects an ID token came without one')
    const isEnough = own[provider.groups_claim] !== undefined && own[provider.login_claim] !== undefined
    const asksMore = !isEnough && config.serverMetadata().userinfo_endpoint !== undefined
    const more = asksMore ? await openid.fetchUserInfo(config, tokens.access_token, own.sub) : {}
    const claims: Claims = { ...more, ...own }
    return ok({
      issuer: own.iss,
      subject: own.sub,
      login: textIn(claims, provider.login_claim),
      name: textIn(claims, 'name'),
      groups: groupsIn(claims, provider.groups_claim),
    })
  } catch (error) {
    return fail(providerFault(error))
  }
}
