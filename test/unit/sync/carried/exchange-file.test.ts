import { generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Encrypter, identityToRecipient } from 'age-encryption'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { syncLimits } from '../../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { keyId } from '../../../../main/seal/signature.ts'
import { pack } from '../../../../main/sync/compression.ts'
import { identityOf, recipientOf } from '../../../../main/sync/carried/agreement.ts'
import { exchangeFaults, refuseFile } from '../../../../main/sync/carried/fault.ts'
import { exchangeMagic, labelEnd, labelLine } from '../../../../main/sync/carried/format.ts'
import { withExchange } from '../../../../main/sync/carried/open-exchange.ts'
import { writeExchangeFile } from '../../../../main/sync/carried/write-exchange.ts'
import type { ExchangeMessage } from '../../../../main/sync/carried/write-exchange.ts'

interface Party {
  readonly kid: string
  readonly spki: Uint8Array
  readonly privateKey: KeyObject
}

const party = (): Party => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  return { kid: keyId(spki), spki, privateKey }
}

const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-carried-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const [device, hub, stranger] = [party(), party(), party()]
const header = {
  way: 'to_hub',
  hub: 'hub/1',
  device: 'd1',
  id: '018f3a7c-0000-7000-8000-000000000001',
  at: '2031-03-04T09:12:00.000Z',
} as const

let count = 0
let file = ''
beforeEach(() => {
  count += 1
  file = path.join(root, `${count}.fieldseal`)
})

async function* all(messages: readonly ExchangeMessage[]): AsyncGenerator<ExchangeMessage> {
  for (const message of messages) yield await Promise.resolve(message)
}

const messagesOf = (...texts: string[]): ExchangeMessage[] =>
  texts.map((text) => ({ name: 'push', body: Buffer.from(text) }))

const write = (
  messages: readonly ExchangeMessage[],
  { signer = device, receiver = hub }: { signer?: Party; receiver?: Party } = {},
): Promise<Result<number, Refusal>> =>
  writeExchangeFile(file, { header, signer, receiver, messages: all(messages), until: () => null })

const knows =
  (...parties: Party[]) =>
  (kid: string): Promise<Uint8Array | null> =>
    Promise.resolve(parties.find((one) => one.kid === kid)?.spki ?? null)

const read = (known: readonly Party[] = [device], reader: Party = hub): Promise<Result<string[], Refusal>> =>
  withExchange(file, { ...reader, senderOf: knows(...known) }, async (exchange) => {
    const texts: string[] = []
    for await (const { body } of exchange.messages()) texts.push(Buffer.from(body).toString('utf8'))
    return ok(texts)
  })

const fault = async (reading: Promise<Result<unknown, Refusal>>): Promise<string | undefined> => {
  const done = await reading
  return done.ok ? undefined : done.error.details?.[0]?.message
}

/** Makes a file by hand: what a stranger who knows the format can put into it. */
const forge = async (
  plain: Uint8Array,
  { from = device, to = hub }: { from?: Party; to?: Party } = {},
): Promise<void> => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipientOf(to.spki) as string)
  const sealed = await encrypter.encrypt(plain)
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from(`${exchangeMagic}${labelLine({ from: from.kid, to: to.kid, bytes: sealed.length })}`),
      sealed,
    ]),
  )
}

const lines = (...values: unknown[]): Uint8Array =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
const begin = { v: 1, ...header, from: device.kid, to: hub.kid }
const noSignature = { sig: 'A'.repeat(86) }

describe('Y-70: a file that is carried', () => {
  it('is encrypted to the X25519 key that belongs to the receiver’s own', async () => {
    expect(recipientOf(hub.spki)).toBe(await identityToRecipient(identityOf(hub.privateKey)))
    expect(recipientOf(hub.spki)).toMatch(/^age1[a-z0-9]{58}$/u)
    expect(recipientOf(Buffer.alloc(44))).toBeNull()
  })

  it('holds its messages in their order, and says its size', async () => {
    const large = 'a line of a push\n'.repeat(100_000)
    const written = await write(messagesOf('first', large, 'third'))
    expect(written).toEqual(ok(statSync(file).size))
    expect(await read()).toEqual(ok(['first', large, 'third']))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file).includes('first'), 'nothing of it is in the clear').toBe(false)
  })

  it('holds none, too', async () => {
    await write([])
    expect(await read()).toEqual(ok([]))
  })

  it('is not overwritten, and does not stay where its writing failed', async () => {
    await write(messagesOf('one'))
    expect(await fault(write(messagesOf('two')))).toBe('exists')
    expect(await read()).toEqual(ok(['one']))
    file = path.join(root, 'never')
    async function* breaking(): AsyncGenerator<ExchangeMessage> {
      yield await Promise.resolve({ name: 'push' as const, body: Buffer.from('one') })
      throw new Error('the store was closed')
    }
    await expect(
      writeExchangeFile(file, { header, signer: device, receiver: hub, messages: breaking(), until: () => null }),
    ).rejects.toThrow('the store was closed')
    expect(await fault(read())).toBe('absent')
  })

  it('is of whom it says: a stranger can encrypt to a hub, and cannot sign as a device', async () => {
    await write(messagesOf('mine'), { signer: stranger })
    expect(await fault(read())).toBe('unknown_sender')
    // The label says another sender than the one who signed.
    const bytes = readFileSync(file)
    writeFileSync(
      file,
      Buffer.concat([
        Buffer.from(`${exchangeMagic}${labelLine({ from: device.kid, to: hub.kid, bytes: bytes.length - labelEnd })}`),
        bytes.subarray(labelEnd),
      ]),
    )
    expect(await fault(read([device, stranger]))).toBe('not_signed')
    await forge(lines(begin, { messages: 0, until: null }, noSignature))
    expect(await fault(read())).toBe('not_signed')
  })

  it('cannot be handed on: what was signed for one hub is no file for another', async () => {
    await write(messagesOf('for the hub'))
    const { Decrypter } = await import('age-encryption')
    const decrypter = new Decrypter()
    decrypter.addIdentity(identityOf(hub.privateKey))
    const plain = await decrypter.decrypt(readFileSync(file).subarray(labelEnd))
    const elsewhere = party()
    await forge(plain, { to: elsewhere })
    expect(await fault(read([device], elsewhere))).toBe('not_signed')
  })

  it('is bounded: what one part may hold, and what comes out of it', async () => {
    await forge(lines(begin, { message: 'push', bytes: 10 * syncLimits.bytes }))
    expect(await fault(read())).toBe('damaged')
    await forge(Buffer.concat([lines({ ...begin, hub: 'x'.repeat(100_000) })]))
    expect(await fault(read())).toBe('damaged')
    const bomb = await pack(Buffer.alloc(syncLimits.bytes + 1), 'zstd')
    await forge(
      Buffer.concat([
        lines(begin, { message: 'push', bytes: bomb.length }),
        bomb,
        lines({ messages: 1, until: null }, noSignature),
      ]),
    )
    expect(await fault(read())).toBe('too_large')
  })

  it('ends where it says: with fewer messages, without its end, or with more after it, it is damaged', async () => {
    const packed = await pack(Buffer.from('one'), 'zstd')
    const message = Buffer.concat([lines({ message: 'push', bytes: packed.length }), packed])
    await forge(Buffer.concat([lines(begin), message]))
    expect(await fault(read())).toBe('cut')
    await forge(
      Buffer.concat([
        lines(begin),
        message,
        lines({ messages: 1, until: null }, noSignature, { message: 'push', bytes: 1 }),
      ]),
    )
    expect(await fault(read())).toBe('damaged')
    await forge(Buffer.from('no line of ours'))
    expect(await fault(read())).toBe('cut')
    await forge(lines({ message: 'push', bytes: 1 }))
    expect(await fault(read())).toBe('damaged')
  })

  it('is held against its first reading: bytes that change in between are not taken in', async () => {
    await write(messagesOf('first', 'second'))
    const before = readFileSync(file)
    const other = path.join(root, 'other')
    const kept = file
    file = other
    await write(messagesOf('FIRST', 'SECOND'))
    const swapped = readFileSync(file)
    file = kept
    const done = await withExchange<string[]>(file, { ...hub, senderOf: knows(device) }, async (exchange) => {
      writeFileSync(file, swapped)
      const texts: string[] = []
      for await (const { body } of exchange.messages()) texts.push(Buffer.from(body).toString('utf8'))
      return ok(texts)
    })
    expect(done.ok ? done.value : done.error.details?.[0]?.message).toBe('changed')
    expect(before.equals(swapped)).toBe(false)
  })

  it('hands on what the job refuses', async () => {
    await write(messagesOf('one'))
    expect(
      await withExchange(file, { ...hub, senderOf: knows(device) }, () => Promise.resolve(refuseFile('damaged'))),
    ).toEqual(
      fail({ code: 'file_refused', message: exchangeFaults.damaged, details: [{ path: 'file', message: 'damaged' }] }),
    )
  })
})
