import type { Readable } from 'node:stream'
import { Server } from '@tus/server'
import { DataStore, Upload } from '@tus/utils'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
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

/** Files that are open for tus, by their ids; `R` is how they refuse. */
export interface TusUploads<R> {
  state(id: string): Promise<Result<UploadState, R>>
  write(id: string, offset: number, bytes: Readable): Promise<Result<UploadState, R>>
  cancel(id: string): Promise<Result<unknown, R>>
}

/** What tus itself refuses, in the words of whoever serves it. */
export type TusWords<R> = (status: number, text: string) => R

const tusRefusals: Readonly<Record<number, Refusal>> = {
  403: refusal(
    'invalid_request',
    'The upload needs the headers Upload-Offset and Content-Type: application/offset+octet-stream.',
  ),
  404: refusal('not_found', 'There is no upload with this id, or it has ended.'),
  409: refusal('offset_mismatch', 'The upload stands at another offset; ask for it with HEAD and go on from there.'),
  410: refusal('not_found', 'There is no upload with this id, or it has ended.'),
  412: refusal('unsupported_protocol', 'The upload speaks tus 1.0.0: send `Tus-Resumable: 1.0.0`.'),
  413: refusal('payload_too_large', 'The body is longer than what is left of the file.'),
}

const uploadWords: TusWords<Refusal> = (status, text) =>
  tusRefusals[status] ?? refusal('invalid_request', `The upload was refused: ${text.trim()}.`)

/** Carries a refusal through the library. */
class Refused extends Error {
  readonly why: unknown

  constructor(why: unknown) {
    super('refused')
    this.why = why
  }
}

const must = <R>(result: Result<UploadState, R>): UploadState => {
  if (result.ok) return result.value
  throw new Refused(result.error)
}

/** What tus calls a data store, over files that are opened elsewhere. */
class OpenedDataStore<R> extends DataStore {
  readonly #uploads: TusUploads<R>

  constructor(uploads: TusUploads<R>) {
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
    const ended = await this.#uploads.cancel(id)
    if (!ended.ok) throw new Refused(ended.error)
  }
}

const kept = ['upload-offset', 'upload-length', 'tus-resumable', 'cache-control']

/** Answers tus requests on files that are open already. Their ids hold nothing that an address would have to escape. */
export const createTus = <R>(
  uploads: TusUploads<R>,
  words: TusWords<R>,
): ((request: TusRequest) => Promise<Result<TusAnswer, R>>) => {
  const refusals = new WeakMap<object, { readonly why: R }>()
  const server = new Server({
    path: '/uploads',
    datastore: new OpenedDataStore(uploads),
    // The service's own rules on origins hold; the library's would permit every one.
    allowedOrigins: () => false,
    getFileIdFromRequest: (request) => new URL(request.url).pathname.split('/').at(-1),
    onResponseError: (request, error) => {
      if (error instanceof Refused) refusals.set(request, { why: error.why as R })
      else if (!('status_code' in error)) throw error
      return undefined
    },
  })

  return async ({ id, method, headers, body }) => {
    const request = new Request(`http://localhost/uploads/${id}`, {
      method,
      headers,
      ...(body === null ? {} : { body, duplex: 'half' }),
    } as RequestInit)
    const response = await server.handleWeb(request)
    const own = refusals.get(request)
    if (own !== undefined) return fail(own.why)
    if (response.status >= 400) return fail(words(response.status, await response.text()))
    return ok({
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => kept.includes(name))),
    })
  }
}

/**
 * The same for files that people upload, for who opened them: nobody else sends their bytes, and only who leads gives
 * them up besides.
 */
export const createTusEndpoint = (
  uploads: Uploads,
): ((request: TusRequest, by: Actor) => Promise<Result<TusAnswer, Refusal>>) => {
  const serve = createTus(
    {
      state: (id) => uploads.state(id),
      write: (id, offset, bytes) => uploads.write(id, offset, bytes),
      cancel: (id) => uploads.steer(id, 'cancel'),
    },
    uploadWords,
  )
  return async (request, by) => {
    const refused = uploads.whyNot(request.id, by, request.method === 'DELETE' ? 'steer' : 'send')
    return refused === null ? await serve(request) : fail(refused)
  }
}
