import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createTokens, tokenSeconds } from '../../../main/server/auth/tokens.ts'
import { systemRandom } from '../../../main/platform/random.ts'

const start = Date.UTC(2031, 0, 5, 12)

const setup = (workspaceId = 'w-1', privateKey = generateKeyPairSync('ed25519').privateKey) => {
  const clock = { now: start, nowMs: () => clock.now }
  return { clock, privateKey, tokens: createTokens({ privateKey, workspaceId, clock, random: systemRandom() }) }
}

const claims = { userUid: 'u-1', role: 'investigator', origin: 'login', family: 'f-1' } as const

describe('access tokens', () => {
  it('say who, which role and which sign-in, and live 15 minutes', async () => {
    const { tokens, clock } = setup()
    const token = await tokens.mint(claims)
    const verified = await tokens.verify(token)
    expect(verified).toMatchObject({ ok: true, value: claims })
    clock.now = start + tokenSeconds * 1_000 + 4_000
    expect((await tokens.verify(token)).ok).toBe(true)
    clock.now = start + tokenSeconds * 1_000 + 6_000
    expect(await tokens.verify(token)).toMatchObject({ ok: false, error: { code: 'token_expired' } })
  })

  it('are remembered once verified, until they expire', async () => {
    const { tokens, clock } = setup()
    const token = await tokens.mint(claims)
    expect(tokens.known(token)).toBeUndefined()
    await tokens.verify(token)
    expect(tokens.known(token)).toMatchObject(claims)
    clock.now = start + (tokenSeconds + 6) * 1_000
    expect(tokens.known(token)).toBeUndefined()
  })

  it('of another workspace, another key, another algorithm or another kind are refused', async () => {
    const { tokens, privateKey } = setup()
    const other = setup('w-2', privateKey)
    const stranger = setup()
    const seconds = start / 1_000
    const good = { role: 'admin', via: 'login' }
    const build = (make: (jwt: SignJWT) => SignJWT) =>
      make(
        new SignJWT(good)
          .setIssuer('urn:fieldseal:w-1')
          .setAudience('fieldseal-v1')
          .setSubject('u-1')
          .setJti('j')
          .setIssuedAt(seconds)
          .setExpirationTime(seconds + 900),
      )
    const forged: string[] = [
      await other.tokens.mint(claims),
      await stranger.tokens.mint(claims),
      new UnsecuredJWT(good)
        .setIssuer('urn:fieldseal:w-1')
        .setAudience('fieldseal-v1')
        .setSubject('u-1')
        .setJti('j')
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + 900)
        .encode(),
      await build((jwt) => jwt.setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })).sign(Buffer.alloc(32, 7)),
      await build((jwt) => jwt.setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })).sign(privateKey),
      await build((jwt) => jwt.setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' }).setAudience('else')).sign(
        privateKey,
      ),
      await build((jwt) =>
        jwt.setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' }).setExpirationTime(seconds + 90_000),
      ).sign(privateKey),
      await build((jwt) => jwt.setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' }).setIssuedAt(seconds + 60)).sign(
        privateKey,
      ),
      'a.b.c',
      'x',
      '..',
    ]
    for (const token of forged)
      expect(await tokens.verify(token)).toMatchObject({ ok: false, error: { code: 'unauthenticated' } })
    expect(
      (
        await tokens.verify(
          await build((jwt) => jwt.setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })).sign(privateKey),
        )
      ).ok,
    ).toBe(true)
  })

  it('with one character changed are refused', async () => {
    const { tokens } = setup(
      'w-1',
      createPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })),
    )
    const token = await tokens.mint(claims)
    for (let index = 0; index < token.length - 1; index += 7) {
      const changed = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1)
      expect((await tokens.verify(changed)).ok).toBe(false)
    }
  })
})
