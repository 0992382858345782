import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import type { KeyPlace } from '../../shared/ipc/bridge.ts'
import type { Failure } from '../../shared/ipc/supervisor.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { errorText } from '../../shared/text/error-text.ts'
import type { DataFolder } from '../platform/data-folder.ts'
import { hasKeyInTheClear, opensDeviceKey } from '../platform/key-files.ts'
import { readKeyFile } from '../platform/read-key-file.ts'
import { eraseFile, setFileAside, writePrivateFile } from '../platform/private-files.ts'
import { findWorkspaceKey, formatWorkspaceKey, keyVariable, parseWorkspaceKey } from '../platform/workspace-key.ts'
import type { Keychain } from './keychain.ts'

export type KeyKeeperParts = {
  readonly folder: DataFolder
  /** Asked anew each time: a keychain can be unlocked while the application runs. */
  readonly keychain: () => Keychain
  /** 32 fresh random bytes. */
  readonly newKey: () => Uint8Array
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly log: (line: string) => void
}

/** Keeps the workspace key in the keychain, and gives it to the service. */
export type KeyKeeper = {
  /**
   * The key, for a service that opens the folder or makes a workspace in it; null where the service finds it by itself
   * (file or environment).
   */
  keyFor(purpose: 'open' | 'create'): Result<Uint8Array | null, Failure>
  /** Where the key is kept; null before it was asked for. */
  place(): KeyPlace | null
  /** The key in the form in which a person keeps it; null where there is none, or it is not given out. */
  recoveryKey(): string | null
}

const safe = 'Nothing was changed, and everything is still there, encrypted.'

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** Makes the keeper of a folder's key. */
export function makeKeyKeeper({ folder, keychain, newKey, environment, log }: KeyKeeperParts): KeyKeeper {
  let place: KeyPlace | null = null
  let known: Uint8Array | null = null

  const say = (next: KeyPlace, why: string): void => {
    if (place !== next) log(`keys: the workspace key is ${why}`)
    place = next
  }

  const unsealed = (chain: Extract<Keychain, { kind: 'there' }>): Uint8Array | null => {
    if (!existsSync(folder.sealedKey)) return null
    const text = chain.unseal(readFileSync(folder.sealedKey))
    return text === null ? null : parseWorkspaceKey(text)
  }

  const moveAside = (file: string, why: string): void =>
    log(`keys: ${file} is now ${setFileAside(file)}, because ${why}`)

  /**
   * Seals the key and reads it back: only what the keychain gives out again counts as kept. A sealed key that was there
   * is moved aside, not overwritten.
   */
  const keep = (chain: Extract<Keychain, { kind: 'there' }>, key: Uint8Array): boolean => {
    const text = formatWorkspaceKey(key)
    try {
      const sealed = chain.seal(text)
      if (chain.unseal(sealed) !== text) return false
      mkdirSync(folder.keys, { recursive: true, mode: 0o700 })
      if (existsSync(folder.sealedKey))
        moveAside(folder.sealedKey, 'the keychain does not open it, or it holds the key of another folder')
      writePrivateFile(folder.sealedKey, sealed)
    } catch (error) {
      log(`keys: the keychain could not be used: ${errorText(error)}`)
      return false
    }
    const kept = unsealed(chain)
    return kept !== null && isSame(kept, key)
  }

  const inKeychain = (chain: Extract<Keychain, { kind: 'there' }>, key: Uint8Array): Result<Uint8Array, Failure> => {
    known = key
    say('keychain', `in the keychain of this desktop (${chain.name})`)
    return ok(key)
  }

  const inFile = (why: string): Result<null, Failure> => {
    say('file', `in ${folder.workspaceKey}, because ${why}: who copies the data folder can read it`)
    return ok(null)
  }

  const wrongKey = (where: string): Result<never, Failure> => {
    const message = `The workspace key in ${where} does not open ${folder.deviceKey}: it is the key of another workspace, or that file was altered. ${safe} Put the key that this folder was made with in its place: restore ${folder.keys} from your copy, or set ${keyVariable} to the recovery key.`
    return fail({ code: 'key_of_another_workspace', message })
  }

  const undecided = (): Result<never, Failure> => {
    const message = `${folder.workspaceKey} and the keychain hold two different keys, and no ${folder.deviceKey} sealed by one of them tells which is this folder’s. ${safe} Restore ${folder.deviceKey} from your copy, or move the key that is of another workspace out of ${folder.keys}.`
    return fail({ code: 'keys_differ', message })
  }

  const takeIn = (chain: Extract<Keychain, { kind: 'there' }>, key: Uint8Array): Result<Uint8Array | null, Failure> => {
    if (!keep(chain, key)) return inFile('the keychain did not keep it')
    eraseFile(folder.workspaceKey)
    return inKeychain(chain, key)
  }

  /**
   * Settles a file and a keychain that hold different keys: the one that opens the folder stays (L-2), and the other is
   * moved aside.
   */
  const chooseBetween = (
    chain: Extract<Keychain, { kind: 'there' }>,
    inKeyFile: Uint8Array,
    sealed: Uint8Array,
  ): Result<Uint8Array | null, Failure> => {
    if (opensDeviceKey(folder, sealed) === true) {
      moveAside(
        folder.workspaceKey,
        'it holds the key of another workspace, and the one in the keychain opens this folder',
      )
      return inKeychain(chain, sealed)
    }
    const opens = opensDeviceKey(folder, inKeyFile)
    if (opens === null) return undecided()
    return opens ? takeIn(chain, inKeyFile) : wrongKey(`${folder.workspaceKey}, and that in the keychain,`)
  }

  /**
   * Moves a key out of its file; the file goes only when the key opens the folder and the keychain has given it back.
   */
  const moveIn = (chain: Extract<Keychain, { kind: 'there' }>): Result<Uint8Array | null, Failure> => {
    const key = findWorkspaceKey(folder, undefined)
    if (!key.ok) return fail({ code: 'key_file_refused', message: key.error.message })
    const sealed = unsealed(chain)
    if (sealed !== null && !isSame(sealed, key.value)) return chooseBetween(chain, key.value, sealed)
    if (opensDeviceKey(folder, key.value) === false) return wrongKey(folder.workspaceKey)
    if (sealed === null) return takeIn(chain, key.value)
    eraseFile(folder.workspaceKey)
    return inKeychain(chain, key.value)
  }

  const fromKeychain = (chain: Extract<Keychain, { kind: 'there' }>): Result<Uint8Array, Failure> => {
    const key = unsealed(chain)
    if (key !== null)
      return opensDeviceKey(folder, key) === false
        ? wrongKey(`${folder.sealedKey} (as the keychain gives it)`)
        : inKeychain(chain, key)
    const message = `The keychain of this desktop does not open ${folder.sealedKey}: it was sealed by another person, computer or keychain. ${safe} Sign in as the person who made the workspace, or bring the key back: set ${keyVariable} to the recovery key and run "fieldseal key restore --data ${folder.dir}".`
    return fail({ code: 'keychain_refused', message })
  }

  const withKeychain = (
    chain: Extract<Keychain, { kind: 'there' }>,
    purpose: 'open' | 'create',
  ): Result<Uint8Array | null, Failure> => {
    if (existsSync(folder.workspaceKey)) return moveIn(chain)
    if (existsSync(folder.sealedKey)) return fromKeychain(chain)
    // Where keys were made already, a new one would only hide that theirs is missing.
    if (purpose === 'open' || existsSync(folder.deviceKey)) return ok(null)
    const key = newKey()
    return keep(chain, key) ? inKeychain(chain, key) : inFile('the keychain did not keep it')
  }

  const withoutKeychain = (reason: string): Result<null, Failure> => {
    if (existsSync(folder.workspaceKey) || !existsSync(folder.sealedKey)) return inFile(reason)
    const message = `The workspace key is in a keychain, and ${reason}. ${safe} Unlock the keychain or sign in to the desktop that has it, then start again; or bring the key back: set ${keyVariable} to the recovery key and run "fieldseal key restore --data ${folder.dir}".`
    return fail({ code: 'keychain_unavailable', message })
  }

  /**
   * Why it cannot be told what key files there are; null where it can. A file that cannot be read is not taken for a
   * missing one, in whose place a new key would be made.
   */
  const unreadable = (): string | null => {
    for (const file of [folder.workspaceKey, folder.sealedKey, folder.deviceKey]) {
      const read = readKeyFile(file)
      if (!read.ok) return read.error.message
    }
    return null
  }

  return {
    keyFor: (purpose) => {
      if (environment[keyVariable] !== undefined) {
        say('environment', `in the environment (${keyVariable})`)
        return ok(null)
      }
      const unread = unreadable()
      if (unread !== null) return fail({ code: 'key_file_refused', message: unread })
      // The service refuses it, and says why.
      if (hasKeyInTheClear(folder)) return ok(null)
      const chain = keychain()
      return chain.kind === 'none' ? withoutKeychain(chain.reason) : withKeychain(chain, purpose)
    },
    place: () => place,
    recoveryKey: () => {
      if (known !== null) return formatWorkspaceKey(known)
      const key = place === 'file' ? findWorkspaceKey(folder, undefined) : null
      return key?.ok === true ? formatWorkspaceKey(key.value) : null
    },
  }
}
