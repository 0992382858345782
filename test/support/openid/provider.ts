import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT, decodeJwt } from 'jose'
import Provider from 'oidc-provider'

/** Somebody whom the provider knows. */
export interface ProviderAccount {
  readonly login: string
  readonly name: string
  groups: readonly string[]
}

type Claims = Record<string, unknown>

/** A real OpenID provider on a loopback port, with what a test changes of it. */
export interface TestProvider {
  readonly issuer: string
  readonly accounts: Map<string, ProviderAccount>
  /** Changes the claims of ID tokens before they are signed again with the provider's own key; null: nothing. */
  twist: ((claims: Claims) => Claims) | null
  close(): Promise<void>
}

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Starts a provider with one public client, `fieldseal`, which comes back to any port of this computer. */
export const startProvider = async (): Promise<TestProvider> => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const accounts = new Map<string, ProviderAccount>()
  const server = createServer()
  const issuer = `http://127.0.0.1:${await listen(server)}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'fieldseal',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1/'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], groups: ['groups'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the test'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }] },
    findAccount: (_context: unknown, id: string) => {
      const account = accounts.get(id)
      if (account === undefined) return undefined
      const { login, name, groups } = account
      return { accountId: id, claims: () => ({ sub: id, name, preferred_username: login, groups }) }
    },
  })
  const test: TestProvider = {
    issuer,
    accounts,
    twist: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  provider.use(async (context, next) => {
    await next()
    if (test.twist === null || context.oidc?.route !== 'token') return
    const body = context.body as { id_token: string }
    const id_token = await new SignJWT(test.twist(decodeJwt(body.id_token)))
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .sign(privateKey)
    context.body = { ...body, id_token }
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  return test
}

/** A browser without pages: cookies, and redirects followed one by one. */
const createBrowser = () => {
  const cookies = new Map<string, string>()
  return async (address: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (pair.slice(at + 1) === '') cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }
}

/**
 * Opens the provider's address as a browser, signs in on its form and consents; answers the query with which it sends
 * the browser back.
 */
export const signInAtProvider = async (address: string, account: string): Promise<string> => {
  const browse = createBrowser()
  const { origin } = new URL(address)
  let at = address
  let response = await browse(at)
  for (let step = 0; step < 20; step += 1) {
    const location = response.headers.get('location')
    if (location !== null) {
      const next = new URL(location, at)
      if (next.origin !== origin) return next.search.slice(1)
      at = next.href
      response = await browse(at)
      continue
    }
    const page = await response.text()
    const action = /<form[^>]* action="([^"]+)"/u.exec(page)?.[1]
    const prompt = /name="prompt" value="(\w+)"/u.exec(page)?.[1]
    if (action === undefined || prompt === undefined) throw new Error(`no form of the provider: ${page.slice(0, 500)}`)
    at = new URL(action, at).href
    response = await browse(at, prompt === 'login' ? { prompt, login: account, password: 'any' } : { prompt })
  }
  throw new Error('the provider sends the browser round and round')
}
