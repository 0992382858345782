import { uidOfHash } from '../../platform/hash-uid.ts'

/** The uid of a model, by its file's SHA-256: every device names a file alike. */
export const modelId = (sha256: string): string => uidOfHash(sha256)
