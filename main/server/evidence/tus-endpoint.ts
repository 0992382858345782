import type { Readable } from 'node:stream'
import { Server } from '@tus/server'
import { DataStore, Upload } from '@tus/utils'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { RefusalError } from '../http/refusals.ts'
import type { Uploads, UploadState } from './uploads.ts'

/** One request of the tus protocol 1.0.0, as the endpoint takes it. */
export interface TusRequest {
  readonly id: string
  readonly method: 'HEAD' | 'PATCH' | 'DELETE'
  readonly headers: Headers
  readonly body: Readable | null
}

/** Its answer. */
export interface TusAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

const tusRefusals: Readonly<Record<number, Refusal>> = {
  403: refusal('invalid_request', 'The upload needs the headers Upload-Offset and Content-Type: application/offset+octet-stream.'),
  404: refusal('not_found', 'There is no upload with this id, or it has ended.'),
  409: refusal('offset_mismatch', 'The upload stands at another offset; ask for it with HEAD and go on from there.'),
  410: refusal('not_found', 'There is no upload with this id, or it has ended.'),
  412: refusal('unsupported_protocol', 'The upload speaks tus 1.0.0: send `Tus-Resumable: 1.0.0`.'),
  413: refusal('payload_too_large', 'The body is longer than what is left of the file.'),
}

const must = (result: Result<UploadState, Refusal>): UploadState => {
  if (result.ok) return result.value
  throw new RefusalError(result.error)
}

/** What tus calls a data store, over our uploads; they are opened elsewhere, with the facts that are due. */
class EvidenceDataStore extends DataStore {
  readonly #uploads: Uploads

  constructor(uploads: Uploads) {
    super()
    this.#uploads = uploads
    this.extensions = ['termination']
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, offset } = must(await this.#uploads.state(id))
    return new Upload({ id, offset, ...(size === null ? {} : { size }) })
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    return must(await this.#uploads.write(id, offset, bytes)).offset
  }

  override async remove(id: string): Promise<void> {
    const ended = await this.#uploads.steer(id, 'cancel')
    if (!ended.ok) throw new RefusalError(ended.error)
  }
}

const kept = ['upload-offset', 'upload-length', 'tus-resumable', 'cache-control']

/** Answers tus requests on uploads that are open already. */
export const createTusEndpoint = (uploads: Uploads): ((request: TusRequest) => Promise<Result<TusAnswer, Refusal>>) => {
  const refusals = new WeakMap<object, Refusal>()
  const server = new Server({
    path: '/uploads',
    datastore: new EvidenceDataStore(uploads),
    // The service's own rules on origins hold; the library's would permit every one.
    allowedOrigins: () => false,
    getFileIdFromRequest: (request) => new URL(request.url).pathname.split('/').at(-1),
    onResponseError: (request, error) => {
      if (error instanceof RefusalError) refusals.set(request, error.refusal)
      else if (!('status_code' in error)) throw error
      return undefined
    },
  })

  return async ({ id, method, headers, body }) => {
    const request = new Request(`http://localhost/uploads/${id}`, { method, headers, ...(body === null ? {} : { body, duplex: 'half' }) } as RequestInit)
    const response = await server.handleWeb(request)
    const own = refusals.get(request)
    if (own !== undefined) return fail(own)
    if (response.status >= 400) return fail(tusRefusals[response.status] ?? refusal('invalid_request', `The upload was refused: ${(await response.text()).trim()}.`))
    return ok({ status: response.status, headers: Object.fromEntries([...response.headers].filter(([name]) => kept.includes(name))) })
  }
}
