import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { createReadStream } from 'node:fs'
import { ObjectStoreFault } from './object-store-fault.ts'
import type { S3Address } from './s3-address.ts'

/** Objects of a bucket by their keys below the prefix. */
export interface S3Objects {
  /** Bytes of an object; null where there is none. */
  lengthOf(key: string): Promise<number | null>
  /** Bytes from an offset on; fewer than asked for only where the object ends. */
  read(key: string, offset: number, length: number): Promise<Uint8Array>
  /** Uploads a file, in parts where it is long; resolves when the store has all of it. */
  upload(key: string, file: string, length: number): Promise<void>
  remove(key: string): Promise<void>
  /** Keys below the prefix. */
  list(): AsyncIterable<string>
  /** Throws `ObjectStoreFault` where the bucket is not there or not ours. */
  check(): Promise<void>
  /** What people are told of where an object lies. */
  nameOf(key: string): string
  close(): void
}

const connectMs = 5_000
const answerMs = 60_000
const attempts = 4

/** S3 takes 10,000 parts at most, and of the last one alone less than 5 MiB. */
const partsMax = 10_000
const partMin = 8 * 1_048_576
const partsAtOnce = 3

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.$metadata.httpStatusCode === 404 || error.name === 'NoSuchKey' || error.name === 'NotFound')

const asked = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call
  } catch (error) {
    throw new ObjectStoreFault(error)
  }
}

/**
 * A client of the S3 protocol. Credentials are found as the AWS SDK finds them: environment, shared files, the identity
 * of the machine.
 */
export const openS3Objects = ({ bucket, prefix, endpoint, region }: S3Address): S3Objects => {
  const client = new S3Client({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Servers other than AWS ask for a region and look at none.
    ...(region !== undefined
      ? { region }
      : endpoint !== undefined && process.env['AWS_REGION'] === undefined
        ? { region: 'us-east-1' }
        : {}),
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs },
    // Bytes are sealed before they leave; the checksums that newer clients add are not understood by every store.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })

  const lengthOf = async (key: string): Promise<number | null> => {
    try {
      return (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? 0
    } catch (error) {
      if (isMissing(error)) return null
      throw new ObjectStoreFault(error)
    }
  }

  return {
    lengthOf,
    read: async (key, offset, length) => {
      if (length === 0) return new Uint8Array(0)
      const { Body } = await asked(
        client.send(new GetObjectCommand({ ...at(key), Range: `bytes=${offset}-${offset + length - 1}` })),
      )
      if (Body === undefined) throw new ObjectStoreFault(new Error('an answer without a body'))
      return await asked(Body.transformToByteArray())
    },
    upload: async (key, file, length) => {
      const partSize = Math.max(partMin, Math.ceil(length / (partsMax - 1)))
      const upload = new Upload({
        client,
        params: {
          ...at(key),
          Body: createReadStream(file),
          ContentLength: length,
          ContentType: 'application/octet-stream',
        },
        partSize,
        queueSize: partsAtOnce,
      })
      await asked(upload.done())
      const stored = await lengthOf(key)
      if (stored !== length) throw new ObjectStoreFault(new Error(`${stored ?? 'no'} bytes were stored of ${length}`))
    },
    remove: async (key) => {
      await asked(client.send(new DeleteObjectCommand(at(key))))
    },
    async *list() {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })
      try {
        for await (const { Contents } of pages)
          for (const { Key } of Contents ?? []) if (Key !== undefined) yield Key.slice(prefix.length)
      } catch (error) {
        throw error instanceof S3ServiceException ? new ObjectStoreFault(error) : error
      }
    },
    check: async () => {
      await asked(client.send(new HeadBucketCommand({ Bucket: bucket })))
    },
    nameOf: (key) => `s3://${bucket}/${prefix}${key}`,
    close: () => client.destroy(),
  }
}
