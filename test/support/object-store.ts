import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

/** Starts a server. Stop it in the end. */
export const startObjectStore = async (): Promise<TestObjectStore> => {
  const directory = mkdtempSync(path.join(tmpdir(), 'fieldseal-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] })
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
