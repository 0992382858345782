import type { SafeStorage } from 'electron'

/** What of Electron's safeStorage is used; a test gives its own. `getSelectedStorageBackend` is there on Linux only. */
export type Storage = Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'> &
  Partial<Pick<SafeStorage, 'getSelectedStorageBackend'>>

/** The keychain of the person who is logged in. */
export type Keychain =
  | {
      readonly kind: 'there'
      /** Its name for a person, for example `gnome_libsecret`. */
      readonly name: string
      seal(text: string): Buffer
      /** The text; null where this keychain did not seal the bytes, or does not give its key out. */
      unseal(sealed: Buffer): string | null
    }
  | { readonly kind: 'none'; readonly reason: string }

const names: Partial<Record<NodeJS.Platform, string>> = { darwin: 'Keychain', win32: 'DPAPI' }

/** Chromium's stand-ins that encrypt under a password which is in its source. */
const noKeychains: readonly string[] = ['basic_text', 'unknown']

/** Looks for the operating system's keychain. To be called when Electron is ready. */
export function openKeychain(storage: Storage, platform: NodeJS.Platform): Keychain {
  const backend = platform === 'linux' ? (storage.getSelectedStorageBackend?.() ?? 'unknown') : null
  if (backend !== null && noKeychains.includes(backend))
    return { kind: 'none', reason: `this desktop offers no keychain (${backend})` }
  if (!storage.isEncryptionAvailable()) return { kind: 'none', reason: 'the keychain of this desktop does not answer' }
  return {
    kind: 'there',
    name: backend ?? names[platform] ?? platform,
    seal: (text) => storage.encryptString(text),
    unseal: (sealed) => {
      try {
        return storage.decryptString(sealed)
      } catch {
        return null
      }
    },
  }
}
