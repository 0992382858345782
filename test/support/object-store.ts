import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import S3rver from 's3rver'

/** A server of the S3 protocol on this machine, with one bucket. */
export interface TestObjectStore {
  /** What `FIELDSEAL_BLOBS` says of it. */
  readonly location: string
  readonly endpoint: string
  /** What the AWS SDK reads from the environment to be let in. */
  readonly credentials: Readonly<Record<string, string>>
  /** Where its objects lie on the disk. */
  readonly directory: string
  stop(): Promise<void>
}

const bucket = 'evidence'

/** Bytes on their way to a file, counted and hashed. */
const measured = (): {
  through: (content: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>
  told: () => { size: number; md5: string }
} => {
  const hash = createHash('md5')
  let size = 0
  return {
    through: async function* (content) {
      for await (const chunk of content) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    told: () => ({ size, md5: hash.digest('hex') }),
  }
}

/**
 * S3 never has part of an object, nor a mixture of two that were put at once: s3rver writes where the object is read,
 * and answers before the file is whole.
 */
const putWhole = ({ store }: S3rver): void => {
  store.putObject = async ({ bucket: name, key, content, metadata }) => {
    const file = store.getResourcePath(name, key, 'object')
    await mkdir(path.dirname(file), { recursive: true })
    const next = `${file}.${randomUUID()}`
    const { through, told } = measured()
    await pipeline(content instanceof Uint8Array ? Readable.from([content]) : content, through, createWriteStream(next))
    await rename(next, file)
    const { size, md5 } = told()
    await store.putMetadata(name, key, metadata, md5)
    return { size, md5 }
  }
}

/** Starts a server. Stop it in the end. */
export const startObjectStore = async (): Promise<TestObjectStore> => {
  const directory = mkdtempSync(path.join(tmpdir(), 'fieldseal-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  putWhole(server)
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    location: `s3://${bucket}/of/the hub?endpoint=${encodeURIComponent(endpoint)}&region=eu-central-1`,
    endpoint,
    credentials: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    directory,
    stop: async () => {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
