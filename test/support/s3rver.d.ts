declare module 's3rver' {
  import type { AddressInfo } from 'node:net'
  import type { Readable } from 'node:stream'

  interface Options {
    readonly address?: string
    readonly port?: number
    readonly silent?: boolean
    readonly directory?: string
    readonly configureBuckets?: readonly { readonly name: string; readonly configs?: readonly string[] }[]
  }

  interface PutObject {
    readonly bucket: string
    readonly key: string
    readonly content: Uint8Array | Readable
    readonly metadata: Readonly<Record<string, string>>
  }

  interface Store {
    getResourcePath(bucket: string, key: string, resource: string): string
    putMetadata(bucket: string, key: string, metadata: PutObject['metadata'], md5: string): Promise<void>
    putObject(object: PutObject): Promise<{ readonly size: number; readonly md5: string }>
  }

  export default class S3rver {
    readonly store: Store
    constructor(options: Options)
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
