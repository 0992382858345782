import { createCipheriv, createDecipheriv, generateKeyPairSync, randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openKeychain, type Storage } from '../../../main/app/keychain.ts'
import { makeKeyKeeper } from '../../../main/app/keyKeeper.ts'
import { dataFolder, makeDataFolder, type DataFolder } from '../../../main/platform/data-folder.ts'
import { createKeys } from '../../../main/platform/key-files.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { formatWorkspaceKey, keyVariable } from '../../../main/platform/workspace-key.ts'

/** A keychain that encrypts as the real one does, under a key of its own. */
const storageOf = (
  backend: ReturnType<NonNullable<Storage['getSelectedStorageBackend']>> = 'gnome_libsecret',
  available = true,
): Storage => {
  const key = randomBytes(32)
  return {
    isEncryptionAvailable: () => available,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    decryptString: (sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(-16))
      return decipher.update(sealed.subarray(12, -16)).toString('utf8') + decipher.final('utf8')
    },
  }
}

const none = storageOf('basic_text')

let folder: DataFolder
beforeEach(() => {
  folder = dataFolder(path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-keeper-')), 'data'))
})
afterEach(() => rmSync(path.dirname(folder.dir), { recursive: true }))

const keeperWith = (storage: Storage, environment: Record<string, string> = {}) => {
  const lines: string[] = []
  const keeper = makeKeyKeeper({
    folder,
    keychain: () => openKeychain(storage, 'linux'),
    newKey: () => randomBytes(32),
    environment,
    log: (line) => lines.push(line),
  })
  return { keeper, lines, open: () => keeper.keyFor('open'), create: () => keeper.keyFor('create') }
}

const keyOf = (answer: ReturnType<ReturnType<typeof keeperWith>['open']>): Uint8Array => {
  if (!answer.ok || answer.value === null) throw new Error(`no key: ${JSON.stringify(answer)}`)
  return answer.value
}

const inKeys = (): string[] => (existsSync(folder.keys) ? readdirSync(folder.keys).sort() : [])

const plainKey = async (key = randomBytes(32)): Promise<Buffer> => {
  await makeDataFolder(folder)
  writeFileSync(folder.workspaceKey, key, { mode: 0o600 })
  return key
}

/** A folder whose signing key is sealed under its workspace key, which is in the file. */
const madeFolder = async (): Promise<Buffer> => {
  await makeDataFolder(folder)
  return Buffer.from(createKeys(folder, systemRandom()).workspace)
}

/** Every file of the keys with its content. */
const everyKey = (): Record<string, string> =>
  Object.fromEntries(inKeys().map((name) => [name, readFileSync(path.join(folder.keys, name)).toString('hex')]))

describe('with a keychain', () => {
  test('a new workspace’s key is sealed before it is used, and is never in a file', () => {
    const storage = storageOf()
    const { create, keeper } = keeperWith(storage)
    const key = keyOf(create())
    expect(key).toHaveLength(32)
    expect(inKeys()).toEqual(['workspace.key.sealed'])
    expect(statSync(folder.sealedKey).mode & 0o777).toBe(0o600)
    expect(statSync(folder.keys).mode & 0o777).toBe(0o700)
    const sealed = readFileSync(folder.sealedKey)
    expect(sealed.includes(Buffer.from(key)) || sealed.includes(formatWorkspaceKey(key))).toBe(false)
    expect(keeper.place()).toBe('keychain')
    expect(keyOf(keeperWith(storage).open())).toEqual(key)
    // An attempt that broke off is taken up with the key that it made.
    expect(keyOf(keeperWith(storage).create())).toEqual(key)
  })

  test('a key in a file is moved in, once, and the file is gone', async () => {
    const key = await plainKey()
    const storage = storageOf()
    const { open, lines } = keeperWith(storage)
    for (let again = 0; again < 2; again++) {
      expect(Buffer.from(keyOf(open()))).toEqual(key)
      expect(inKeys()).toEqual(['workspace.key.sealed'])
    }
    expect(lines).toEqual([expect.stringMatching(/in the keychain of this desktop \(gnome_libsecret\)/)])
    expect(lines.join()).not.toContain(formatWorkspaceKey(key))
  })

  test('a move that was cut off at any point is finished at the next start', async () => {
    const key = await madeFolder()
    const storage = storageOf()
    for (const left of [
      Buffer.from('half'),
      storageOf().encryptString(formatWorkspaceKey(key)),
      storage.encryptString(formatWorkspaceKey(key)),
    ]) {
      writeFileSync(folder.sealedKey, left, { mode: 0o600 })
      writeFileSync(folder.workspaceKey, key, { mode: 0o600 })
      expect(Buffer.from(keyOf(keeperWith(storage).open()))).toEqual(key)
      expect(inKeys().filter((name) => !name.includes('set-aside'))).toEqual(['device.key', 'workspace.key.sealed'])
      expect(Buffer.from(keyOf(keeperWith(storage).open()))).toEqual(key)
    }
    // What this keychain could not open may be what another one opens: it is kept.
    expect(inKeys().filter((name) => name.includes('set-aside'))).toEqual([
      'workspace.key.sealed.set-aside',
      'workspace.key.sealed.set-aside.2',
    ])
    expect(readFileSync(`${folder.sealedKey}.set-aside`, 'utf8')).toBe('half')
  })

  test('L-2: the wrong key in a file is moved aside, and the right one stays in the keychain', async () => {
    const key = await madeFolder()
    const storage = storageOf()
    keyOf(keeperWith(storage).open())
    const sealed = readFileSync(folder.sealedKey)
    for (const name of ['workspace.key.set-aside', 'workspace.key.set-aside.2']) {
      const wrong = await plainKey()
      const { open, lines } = keeperWith(storage)
      expect(Buffer.from(keyOf(open()))).toEqual(key)
      expect(readFileSync(folder.sealedKey)).toEqual(sealed)
      expect(existsSync(folder.workspaceKey)).toBe(false)
      expect(readFileSync(path.join(folder.keys, name))).toEqual(wrong)
      expect(lines.join()).toMatch(/workspace\.key\.set-aside.*key of another workspace/)
    }
  })

  test('L-2: the right key in a file takes the place of a wrong one in the keychain, which is moved aside', async () => {
    const key = await madeFolder()
    const storage = storageOf()
    const wrong = storage.encryptString(formatWorkspaceKey(randomBytes(32)))
    writeFileSync(folder.sealedKey, wrong, { mode: 0o600 })
    expect(Buffer.from(keyOf(keeperWith(storage).open()))).toEqual(key)
    expect(inKeys()).toEqual(['device.key', 'workspace.key.sealed', 'workspace.key.sealed.set-aside'])
    expect(readFileSync(`${folder.sealedKey}.set-aside`)).toEqual(wrong)
    expect(Buffer.from(keyOf(keeperWith(storage).open()))).toEqual(key)
  })

  test('L-8: keys of which none opens the folder, or none can be told to, are refused in words and stay as they are', async () => {
    await madeFolder()
    const storage = storageOf()
    const refused = (says: RegExp): void => {
      const before = everyKey()
      for (const ask of [keeperWith(storage).open, keeperWith(storage).create]) {
        expect(ask()).toMatchObject({ ok: false, error: { message: expect.stringMatching(says) as string } })
        expect(everyKey()).toEqual(before)
      }
    }
    writeFileSync(folder.workspaceKey, randomBytes(32), { mode: 0o600 })
    refused(/keys\/workspace\.key does not open .*device\.key: .*Nothing was changed.*restore/s)
    writeFileSync(folder.sealedKey, storage.encryptString(formatWorkspaceKey(randomBytes(32))), { mode: 0o600 })
    refused(/workspace\.key, and that in the keychain, does not open .*Nothing was changed/s)
    const device = readFileSync(folder.deviceKey)
    rmSync(folder.deviceKey)
    refused(/two different keys.*device\.key.*Nothing was changed/s)
    writeFileSync(folder.deviceKey, device, { mode: 0o600 })
    rmSync(folder.workspaceKey)
    refused(/workspace\.key\.sealed \(as the keychain gives it\) does not open.*Nothing was changed/s)
  })

  test('a folder that has a signing key is given no new workspace key', async () => {
    await madeFolder()
    rmSync(folder.workspaceKey)
    expect(keeperWith(storageOf()).create()).toEqual({ ok: true, value: null })
    expect(inKeys()).toEqual(['device.key'])
  })

  test('a keychain that does not give back what it took leaves the file where it is', async () => {
    const key = await plainKey()
    const broken = { ...storageOf(), decryptString: () => 'something else' }
    const throwing: Storage = {
      ...storageOf(),
      encryptString: () => {
        throw new Error('locked')
      },
    }
    for (const storage of [broken, throwing]) {
      const { open, keeper, lines } = keeperWith(storage)
      expect(open()).toEqual({ ok: true, value: null })
      expect(readFileSync(folder.workspaceKey)).toEqual(key)
      expect(keeper.place()).toBe('file')
      expect(lines.at(-1)).toMatch(/because the keychain did not keep it: who copies the data folder can read it/)
    }
    rmSync(folder.workspaceKey)
    rmSync(folder.sealedKey, { force: true })
    expect(keeperWith(throwing).create()).toEqual({ ok: true, value: null })
  })

  test('another keychain is told from a lost key, with what to do', () => {
    keyOf(keeperWith(storageOf()).create())
    const before = readFileSync(folder.sealedKey)
    for (const ask of [keeperWith(storageOf()).open, keeperWith(storageOf()).create]) {
      expect(ask()).toMatchObject({
        ok: false,
        error: {
          code: 'keychain_refused',
          message: expect.stringMatching(
            /another person, computer or keychain.*Nothing was changed.*recovery key.*key restore/s,
          ) as string,
        },
      })
    }
    expect(readFileSync(folder.sealedKey)).toEqual(before)
  })

  test.skipIf(process.platform === 'win32')('a key file that others can read is refused, not moved', async () => {
    await plainKey()
    chmodSync(folder.workspaceKey, 0o644)
    expect(keeperWith(storageOf()).open()).toMatchObject({
      ok: false,
      error: { code: 'key_file_refused', message: expect.stringMatching(/chmod 600/) as string },
    })
    expect(inKeys()).toEqual(['workspace.key'])
  })

  test('a folder without any key is left to the service to refuse', () => {
    expect(keeperWith(storageOf()).open()).toEqual({ ok: true, value: null })
    expect(inKeys()).toEqual([])
  })
})

describe('a key file of which it cannot be told whether it is there', () => {
  test.each(['workspaceKey', 'sealedKey', 'deviceKey'] as const)('is not taken for a missing one: %s', async (name) => {
    await makeDataFolder(folder)
    // A link that leads in a circle: it is there, and nobody can read what it stands for.
    symlinkSync(path.basename(folder[name]), folder[name])
    for (const storage of [storageOf(), none]) {
      expect(keeperWith(storage).create()).toMatchObject({
        ok: false,
        error: {
          code: 'key_file_refused',
          message: expect.stringMatching(/may well be there.*Nothing was changed/s) as string,
        },
      })
    }
    expect(inKeys()).toEqual([path.basename(folder[name])])
  })
})

describe('without a keychain', () => {
  test('the file stays, and the log says so and why', async () => {
    const key = await plainKey()
    for (const [storage, reason] of [
      [none, /offers no keychain \(basic_text\)/],
      [storageOf('unknown'), /offers no keychain \(unknown\)/],
      [storageOf('kwallet5', false), /does not answer/],
    ] as const) {
      const { open, create, keeper, lines } = keeperWith(storage)
      expect(open()).toEqual({ ok: true, value: null })
      expect(create()).toEqual({ ok: true, value: null })
      expect(inKeys()).toEqual(['workspace.key'])
      expect(keeper.place()).toBe('file')
      expect(keeper.recoveryKey()).toBe(formatWorkspaceKey(key))
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(reason)
      expect(lines[0]).toMatch(/who copies the data folder can read it/)
    }
  })

  test('a key that a keychain holds is not to be had, and the words say how to go on', () => {
    keyOf(keeperWith(storageOf()).create())
    expect(keeperWith(none).open()).toMatchObject({
      ok: false,
      error: {
        code: 'keychain_unavailable',
        message: expect.stringMatching(/Nothing was changed.*Unlock.*recovery key/s) as string,
      },
    })
    expect(inKeys()).toEqual(['workspace.key.sealed'])
  })
})

test('a key in the environment is left to the service, and no keychain is asked', async () => {
  const key = await plainKey()
  const asked: Storage = {
    ...storageOf(),
    isEncryptionAvailable: () => {
      throw new Error('asked')
    },
  }
  const { open, keeper } = keeperWith(asked, { [keyVariable]: formatWorkspaceKey(key) })
  expect(open()).toEqual({ ok: true, value: null })
  expect([keeper.place(), keeper.recoveryKey()]).toEqual(['environment', null])
  expect(inKeys()).toEqual(['workspace.key'])
})

test('Windows and macOS have a keychain without naming a backend', () => {
  const { getSelectedStorageBackend: _linuxOnly, ...elsewhere } = storageOf()
  expect(openKeychain(elsewhere, 'win32')).toMatchObject({ kind: 'there', name: 'DPAPI' })
  expect(openKeychain(elsewhere, 'darwin')).toMatchObject({ kind: 'there', name: 'Keychain' })
  expect(openKeychain({ ...elsewhere, isEncryptionAvailable: () => false }, 'win32')).toMatchObject({ kind: 'none' })
})

test('a folder of an early development build, whose signing key lies in the clear, is left to the service as it is', async () => {
  await plainKey()
  writeFileSync(folder.deviceKey, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const before = inKeys()
  const { open } = keeperWith(storageOf())
  expect(open()).toEqual({ ok: true, value: null })
  expect(inKeys()).toEqual(before)
})
