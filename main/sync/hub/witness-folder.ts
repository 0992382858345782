import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { takeFolderLock } from '../../platform/folder-lock.ts'
import { rewritePrivateFile, writePrivateFile } from '../../platform/private-files.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { NoteSigner, NoteVerifier } from '../../seal/checkpoint.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import { formatVerifierKey, parseVerifierKey } from '../../seal/verifier-key.ts'
import { keepWitnessed, readWitnessed } from './witness-state.ts'
import type { WitnessedTree, WitnessFault } from './witness.ts'

/**
 * The folder of a witness, held by this process: its key, the key of the log that it watches, and the tree that it
 * cosigned last.
 */
export interface WitnessFolder {
  readonly signer: NoteSigner
  /** The log's key; null until it was kept. */
  log(): NoteVerifier | null
  keepLog(log: NoteVerifier): void
  readTree(): Promise<Result<WitnessedTree | null, WitnessFault>>
  keepTree(tree: WitnessedTree): Promise<void>
  /** Keeps what proves that the log went back or forked, beside the tree that it contradicts. */
  keepRefused(note: string): void
  release(): void
}

/** Why a folder cannot be a witness's. */
export interface WitnessFolderFault {
  readonly code: 'folder_in_use' | 'state_damaged'
  readonly message: string
}

const damaged = (message: string): Result<never, WitnessFolderFault> => fail({ code: 'state_damaged', message })

const readSigner = (keyFile: string, nameFile: string): NoteSigner | null => {
  try {
    const privateKey = createPrivateKey(readFileSync(keyFile))
    const publicKeyRaw = rawFromSpki(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }))
    const known = parseVerifierKey(readFileSync(nameFile, 'utf8').trim(), 'witness')
    if (publicKeyRaw === null || known === null || !Buffer.from(known.publicKeyRaw).equals(publicKeyRaw)) return null
    return { ...known, privateKey }
  } catch {
    return null
  }
}

const makeSigner = (keyFile: string, nameFile: string, givenName: string | undefined): void => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const publicKeyRaw = rawFromSpki(publicKey.export({ format: 'der', type: 'spki' }))
  if (publicKeyRaw === null) throw new Error('an Ed25519 key has no raw form')
  const name = givenName ?? `witness-${Buffer.from(publicKeyRaw.subarray(0, 4)).toString('hex')}`
  rewritePrivateFile(nameFile, Buffer.from(`${formatVerifierKey({ name, publicKeyRaw }, 'witness')}\n`))
  // The key comes last: with it the folder is whole, and without it nothing was ever signed.
  writePrivateFile(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }))
}

/**
 * Opens the folder of a witness; makes it, and a key that only its owner can read, at the first start. What was there
 * and cannot be read is a fault: a witness that forgets would cosign a fork.
 *
 * @param name what a new witness is called in notes; without spaces and `+`
 */
export const openWitnessFolder = (dir: string, name?: string): Result<WitnessFolder, WitnessFolderFault> => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const at = (file: string): string => path.join(dir, file)
  const [keyFile, nameFile, logFile, treeFile] = [at('witness.key'), at('witness.pub'), at('log.pub'), at('tree.json')]
  const lock = takeFolderLock(at('lock'))
  if (lock === null) return fail({ code: 'folder_in_use', message: `Another witness works in ${dir}.` })
  const refuse = (message: string): Result<never, WitnessFolderFault> => {
    lock.release()
    return damaged(message)
  }
  if (!existsSync(keyFile)) {
    if (existsSync(logFile) || existsSync(treeFile))
      return refuse(
        `${dir} remembers a log, but its key witness.key is gone. Restore it, or begin with an empty folder and a new key.`,
      )
    makeSigner(keyFile, nameFile, name)
  }
  const signer = readSigner(keyFile, nameFile)
  if (signer === null) return refuse(`witness.key and witness.pub in ${dir} are no pair of keys.`)
  const readLog = (): NoteVerifier | null =>
    existsSync(logFile) ? parseVerifierKey(readFileSync(logFile, 'utf8').trim(), 'log') : null
  let log = readLog()
  if (log === null && (existsSync(logFile) || existsSync(treeFile)))
    return refuse(`${dir} does not hold the key of the log that it watched: log.pub is missing or damaged.`)
  return ok({
    signer,
    log: () => log,
    keepLog: (given) => {
      writePrivateFile(logFile, `${formatVerifierKey(given, 'log')}\n`)
      log = given
    },
    readTree: () => readWitnessed(treeFile),
    keepTree: (tree) => keepWitnessed(treeFile, tree),
    keepRefused: (note) => rewritePrivateFile(at('refused.note'), Buffer.from(note)),
    release: () => lock.release(),
  })
}
