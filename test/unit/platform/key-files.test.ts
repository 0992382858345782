import { generateKeyPairSync } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../shared/schema/result.ts'
import { dataFolder, makeDataFolder } from '../../../main/platform/data-folder.ts'
import type { DataFolder } from '../../../main/platform/data-folder.ts'
import { createKeys, deriveKey, loadKeys } from '../../../main/platform/key-files.ts'
import { eraseFile, rewritePrivateFile, writePrivateFile } from '../../../main/platform/private-files.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import {
  formatWorkspaceKey,
  keyFromEnvironment,
  keyVariable,
  parseWorkspaceKey,
} from '../../../main/platform/workspace-key.ts'
import { keyId } from '../../../main/seal/entry.ts'

const random = systemRandom()
let folder: DataFolder
beforeEach(async () => {
  folder = dataFolder(path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-keys-')), 'data'))
  await makeDataFolder(folder)
})
afterEach(() => rmSync(path.dirname(folder.dir), { recursive: true }))

const loaded = (...given: Parameters<typeof loadKeys> extends [unknown, ...infer Rest] ? Rest : never) => {
  const keys = loadKeys(folder, ...given)
  if (!keys.ok) throw new Error(keys.error.message)
  return keys.value
}

const refusalOf = (...given: Parameters<typeof loadKeys> extends [unknown, ...infer Rest] ? Rest : never): string => {
  const keys = loadKeys(folder, ...given)
  if (keys.ok) throw new Error('the keys were not refused')
  return keys.error.message
}

describe('the keys of a folder', () => {
  test('are made once, readable by their owner only, and read again', () => {
    const made = createKeys(folder, random)
    expect(loaded().device.kid).toBe(made.device.kid)
    expect(made.device.kid).toBe(keyId(made.device.spki))
    expect(Buffer.from(loaded().database)).toEqual(Buffer.from(made.database))
    expect(loaded().token.export({ format: 'der', type: 'pkcs8' })).toEqual(
      made.token.export({ format: 'der', type: 'pkcs8' }),
    )
    expect([folder.deviceKey, folder.workspaceKey].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
    expect(readdirSync(folder.keys).sort()).toEqual(['device.key', 'workspace.key'])
    expect(() => createKeys(folder, random)).toThrow(/EEXIST/)
  })

  test.each(['deviceKey', 'workspaceKey'] as const)(
    'of which %s cannot be reached are not called missing: nothing is to be put in its place',
    (name) => {
      createKeys(folder, random)
      const file = folder[name]
      renameSync(file, `${file}.real`)
      expect(refusalOf()).toMatch(/is missing/u)
      symlinkSync(path.basename(file), file)
      expect(refusalOf()).toMatch(/cannot be read, and may well be there \(ELOOP.*put nothing in its place/u)
    },
  )

  test('in a place that is no folder are not called missing', () => {
    createKeys(folder, random)
    renameSync(folder.keys, `${folder.keys}.real`)
    writeFileSync(folder.keys, '')
    expect(refusalOf()).toMatch(/cannot be read, and may well be there \(ENOTDIR/u)
  })

  test('hang from the workspace key alone: without it nothing in the folder signs, reads or unlocks', () => {
    const made = createKeys(folder, random)
    const secrets = [made.device.privateKey, made.token].map((key) =>
      key.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
    )
    for (const name of readdirSync(folder.keys)) {
      if (name === 'workspace.key') continue
      const content = readFileSync(path.join(folder.keys, name))
      for (const secret of [...secrets, Buffer.from(made.database), Buffer.from(made.workspace)])
        expect(content.includes(secret)).toBe(false)
    }
  })

  test('are different for each purpose and each workspace', () => {
    const key = new Uint8Array(32).fill(7)
    const infos = ['fieldseal database', 'fieldseal device key', 'fieldseal access tokens', 'fieldseal idempotency']
    expect(new Set(infos.map((info) => Buffer.from(deriveKey(key, info)).toString('hex'))).size).toBe(infos.length)
    expect(deriveKey(key, 'fieldseal database')).not.toEqual(
      deriveKey(new Uint8Array(32).fill(8), 'fieldseal database'),
    )
  })

  // RFC 5869 appendix A.3: no salt, no info; its first 32 bytes.
  test('are derived as in RFC 5869', () => {
    expect(Buffer.from(deriveKey(new Uint8Array(22).fill(0x0b), '')).toString('hex')).toBe(
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d',
    )
  })

  test('a given workspace key wins over the file, and then no file is written', () => {
    const given = random.bytes(32)
    const made = createKeys(folder, random, given)
    expect(existsSync(folder.workspaceKey)).toBe(false)
    writePrivateFile(folder.workspaceKey, random.bytes(32))
    expect(loaded(ok(given)).device.kid).toBe(made.device.kid)
    expect(refusalOf()).toMatch(/does not open/)
  })
})

describe('what is refused, with words', () => {
  test('the key of another workspace', () => {
    createKeys(folder, random)
    expect(refusalOf(ok(random.bytes(32)))).toMatch(
      /FIELDSEAL_WORKSPACE_KEY does not open.*key of another workspace.*Nothing was changed.*recovery key/s,
    )
  })

  test('a key that the keychain gave, under that name', () => {
    createKeys(folder, random)
    const told = refusalOf({ ...ok(random.bytes(32)), origin: 'the keychain of this desktop' })
    expect(told).toMatch(/The workspace key from the keychain of this desktop does not open/)
    expect(told).not.toContain(keyVariable)
  })

  test('a device key of which any byte was altered', () => {
    createKeys(folder, random)
    const content = readFileSync(folder.deviceKey)
    for (let at = 0; at < content.length; at++) {
      const altered = Buffer.from(content)
      altered[at] = (altered[at] ?? 0) ^ 1
      writeFileSync(folder.deviceKey, altered)
      expect(refusalOf()).toMatch(/does not open/)
    }
  })

  test('a missing key file', () => {
    createKeys(folder, random)
    rmSync(folder.workspaceKey)
    expect(refusalOf()).toMatch(
      /is missing.*everything is still there, encrypted.*Restore the file.*FIELDSEAL_WORKSPACE_KEY/s,
    )
    writePrivateFile(folder.sealedKey, 'sealed by a keychain')
    expect(refusalOf()).toMatch(/kept in the keychain.*Start the Fieldseal desktop.*FIELDSEAL_WORKSPACE_KEY/s)
  })

  test('a missing device key', () => {
    createKeys(folder, random)
    rmSync(folder.deviceKey)
    expect(refusalOf()).toMatch(/device\.key is missing/)
  })

  test('a key file of another length', () => {
    createKeys(folder, random)
    writeFileSync(folder.workspaceKey, random.bytes(31))
    expect(refusalOf()).toMatch(/is damaged: a workspace key is 32 bytes/)
  })

  test.skipIf(process.platform === 'win32')('a key file that others may read', () => {
    createKeys(folder, random)
    for (const mode of [0o640, 0o604, 0o660, 0o644]) {
      chmodSync(folder.workspaceKey, mode)
      expect(refusalOf()).toMatch(new RegExp(`Other users.*chmod 600 ${folder.workspaceKey}`, 's'))
    }
    chmodSync(folder.workspaceKey, 0o400)
    expect(loaded().workspace).toHaveLength(32)
  })
})

test('a signing key in the clear, as early development builds left it, is refused as that, and stays', () => {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  writePrivateFile(folder.workspaceKey, random.bytes(32))
  writePrivateFile(folder.deviceKey, pem)
  expect(loadKeys(folder)).toMatchObject({
    ok: false,
    error: { code: 'development_build', message: expect.stringContaining('before 0.1') as string },
  })
  expect(readFileSync(folder.deviceKey, 'utf8')).toBe(pem)
})

describe('a workspace key in words', () => {
  const key = Buffer.from('fb'.repeat(31) + 'ff', 'hex')

  test('is written as base64url, and read as that or as hexadecimal digits', () => {
    expect(formatWorkspaceKey(key)).toBe('-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_8')
    for (const text of [
      formatWorkspaceKey(key),
      `${formatWorkspaceKey(key)}=`,
      ` ${formatWorkspaceKey(key)}\n`,
      key.toString('hex'),
      key.toString('hex').toUpperCase(),
    ]) {
      expect(Buffer.from(parseWorkspaceKey(text) ?? [])).toEqual(key)
    }
  })

  test('is nothing else', () => {
    const good = formatWorkspaceKey(key)
    for (const text of [
      '',
      'password',
      good.slice(1),
      `${good}A`,
      good.replace('-', '+'),
      `${good.slice(0, -1)}9`,
      key.toString('hex').slice(2),
      `${key.toString('hex')}00`,
      good.replace('-', ' '),
    ]) {
      expect(parseWorkspaceKey(text), text).toBeNull()
    }
  })

  test('is taken from the environment; what is set but is none is refused, never ignored', () => {
    expect(keyFromEnvironment({})).toBeUndefined()
    expect(keyFromEnvironment({ [keyVariable]: formatWorkspaceKey(key) })).toEqual(ok(key))
    for (const text of ['', 'secret']) {
      const given = keyFromEnvironment({ [keyVariable]: text })
      expect(given).toMatchObject({
        ok: false,
        error: { message: expect.stringMatching(/32 bytes.*base64url.*hexadecimal/) as string },
      })
      expect(JSON.stringify(given)).not.toContain('secret"')
    }
  })
})

describe('private files', () => {
  test('are never overwritten by accident', () => {
    const file = path.join(folder.dir, 'secret')
    writePrivateFile(file, 'first')
    expect(() => writePrivateFile(file, 'second')).toThrow(/EEXIST/)
    expect(readFileSync(file, 'utf8')).toBe('first')
  })

  test('are rewritten as a whole, over what a cut-off attempt left', () => {
    const file = path.join(folder.dir, 'secret')
    writePrivateFile(file, 'first')
    writeFileSync(`${file}.new`, 'half')
    rewritePrivateFile(file, Buffer.from('second'))
    expect(readFileSync(file, 'utf8')).toBe('second')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(existsSync(`${file}.new`)).toBe(false)
  })

  test('are erased with their content', () => {
    const file = path.join(folder.dir, 'secret')
    const other = path.join(folder.dir, 'other')
    writePrivateFile(file, Buffer.alloc(3_000_000, 'secret'))
    // A second name shows what is left of the bytes when the first is gone.
    linkSync(file, other)
    eraseFile(file)
    eraseFile(file)
    expect(existsSync(file)).toBe(false)
    expect(readFileSync(other).equals(Buffer.alloc(3_000_000))).toBe(true)
  })
})
