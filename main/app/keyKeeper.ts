import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import type { KeyPlace } from '../../shared/ipc/bridge.ts'
import type { Failure } from '../../shared/ipc/supervisor.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import type { DataFolder } from '../platform/data-folder.ts'
import { eraseFile, rewritePrivateFile } from '../platform/private-files.ts'
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
  /** The key, for a service that opens the folder or makes a workspace in it; null where the service finds it by itself (file or environment). */
  keyFor(purpose: 'open' | 'create'): Result<Uint8Array | null, Failure>
  /** Where the key is kept; null before it was asked for. */
  place(): KeyPlace | null
  /** The key in the form in which a person keeps it; null where there is none, or it is not given out. */
  recoveryKey(): string | null
}

const safe = 'Nothing was changed, and everything is still there, encrypted.'

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

  const holds = (chain: Extract<Keychain, { kind: 'there' }>, key: Uint8Array): boolean => {
    const kept = unsealed(chain)
    return kept !== null && Buffer.compare(kept, key) === 0
  }

  /** Seals the key and reads it back: only what the keychain gives out again counts as kept. */
  const keep = (chain: Extract<Keychain, { kind: 'there' }>, key: Uint8Array): boolean => {
    if (holds(chain, key)) return true
    try {
      mkdirSync(folder.keys, { recursive: true, mode: 0o700 })
      rewritePrivateFile(folder.sealedKey, chain.seal(formatWorkspaceKey(key)))
    } catch (error) {
      log(`keys: the keychain could not be used: ${error instanceof Error ? error.message : String(error)}`)
      return false
    }
    return holds(chain, key)
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

  /** Moves a key out of its file; the file goes only when the keychain has given the key back. */
  const moveIn = (chain: Extract<Keychain, { kind: 'there' }>): Result<Uint8Array | null, Failure> => {
    const key = findWorkspaceKey(folder, undefined)
    if (!key.ok) return fail({ code: 'key_file_refused', message: key.error.message })
    if (!keep(chain, key.value)) return inFile('the keychain did not keep it')
    eraseFile(folder.workspaceKey)
    return inKeychain(chain, key.value)
  }

  const fromKeychain = (chain: Extract<Keychain, { kind: 'there' }>): Result<Uint8Array, Failure> => {
    const key = unsealed(chain)
    if (key !== null) return inKeychain(chain, key)
    const message = `The keychain of this desktop does not open ${folder.sealedKey}: it was sealed by another person, computer or keychain. ${safe} Sign in as the person who made the workspace, or bring the key back: set ${keyVariable} to the recovery key and run "fieldseal key restore --data ${folder.dir}".`
    return fail({ code: 'keychain_refused', message })
  }

  const withKeychain = (chain: Extract<Keychain, { kind: 'there' }>, purpose: 'open' | 'create'): Result<Uint8Array | null, Failure> => {
    if (existsSync(folder.workspaceKey)) return moveIn(chain)
    if (existsSync(folder.sealedKey)) return fromKeychain(chain)
    if (purpose === 'open') return ok(null)
    const key = newKey()
    return keep(chain, key) ? inKeychain(chain, key) : inFile('the keychain did not keep it')
  }

  const withoutKeychain = (reason: string): Result<null, Failure> => {
    if (existsSync(folder.workspaceKey) || !existsSync(folder.sealedKey)) return inFile(reason)
    const message = `The workspace key is in a keychain, and ${reason}. ${safe} Unlock the keychain or sign in to the desktop that has it, then start again; or bring the key back: set ${keyVariable} to the recovery key and run "fieldseal key restore --data ${folder.dir}".`
    return fail({ code: 'keychain_unavailable', message })
  }

  return {
    keyFor: (purpose) => {
      if (environment[keyVariable] !== undefined) {
        say('environment', `in the environment (${keyVariable})`)
        return ok(null)
      }
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
