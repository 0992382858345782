import { mkdir } from 'node:fs/promises'
import type { Refusal } from '../../shared/api/errors.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { Random } from '../platform/random.ts'
import { openBlobs } from './file-store.ts'
import type { BlobStore } from './file-store.ts'
import { ObjectStoreFault } from './object-store-fault.ts'
import { parseS3Address } from './s3-address.ts'

/** Where evidence lies. */
export interface BlobPlace {
  /** The folder of files, or of what is on its way into a bucket. */
  readonly folder: string
  /** `s3://bucket/prefix?endpoint=...&region=...`; absent: files in the folder. */
  readonly location?: string | undefined
  readonly random: Pick<Random, 'bytes'>
}

/** Opens the store of evidence. Refuses an address that is none, and a bucket that cannot be reached or is not ours. */
export const openBlobStore = async ({ folder, location, random }: BlobPlace): Promise<Result<BlobStore, Refusal>> => {
  if (location === undefined) return ok(openBlobs(folder, random))
  const address = parseS3Address(location)
  if (!address.ok) return address
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A service without a bucket never loads its client.
  const { openS3Objects } = await import('./s3-objects.ts')
  const { openS3Blobs } = await import('./s3-store.ts')
  const objects = openS3Objects(address.value)
  try {
    await objects.check()
    return ok(openS3Blobs(objects, folder, random))
  } catch (error) {
    objects.close()
    if (error instanceof ObjectStoreFault) return fail(error.refusal)
    throw error
  }
}
