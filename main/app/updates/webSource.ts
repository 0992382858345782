import type { IncomingMessage } from 'node:http'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { errorText } from '../../../shared/text/error-text.ts'
import { keepMoving } from '../../sync/link/keep-moving.ts'
import { openWay, type Outward } from '../../sync/link/way.ts'
import { refused, type UpdateRefusal } from '../../update/refusal.ts'
import type { UpdateSource } from './source.ts'

/** A call ends when nothing moved for this long, or next to nothing for twice as long. */
const idleMs = 30_000

const missing = new Set([403, 404, 410])

/** Where the first byte of an answer stands in the file; null where the answer is none that was asked for. */
const placeOf = ({ statusCode, headers }: IncomingMessage): number | null => {
  if (statusCode === 200) return 0
  const from = /^bytes (\d{1,15})-/u.exec(headers['content-range'] ?? '')?.[1]
  return statusCode === 206 && from !== undefined ? Number(from) : null
}

/**
 * Updates at an address of the web, through the proxy that the environment names. A redirection is not followed, so that
 * only the address that was given is asked.
 */
export const webSource = (address: string, outward: Outward): UpdateSource => {
  const base = new URL(address.endsWith('/') ? address : `${address}/`)
  const way = openWay(base, outward)
  const get = (name: string, from: number): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const path = name.split('/').map(encodeURIComponent).join('/')
      const request = way.begin(new URL(path, base), {
        method: 'GET',
        headers: { 'accept-encoding': 'identity', ...(from === 0 ? {} : { range: `bytes=${from}-` }) },
      })
      keepMoving(request, idleMs)
      request.once('response', resolve).once('error', reject)
      request.end()
    })
  const answer = async (name: string, from: number): Promise<Result<IncomingMessage, UpdateRefusal>> => {
    try {
      const response = await get(name, from)
      const { statusCode = 0 } = response
      if (placeOf(response) !== null) return ok(response)
      response.destroy()
      // The part that is here is as long as the file: what it is, its hash says.
      if (statusCode === 416 && from > 0) return await answer(name, 0)
      return fail(
        missing.has(statusCode) ? refused('feed_missing') : refused('source_unreachable', `it answers ${statusCode}`),
      )
    } catch (error) {
      return fail(refused('source_unreachable', errorText(error)))
    }
  }
  return {
    read: async (name, most) => {
      const response = await answer(name, 0)
      if (!response.ok) return response
      const chunks: Uint8Array[] = []
      let size = 0
      try {
        for await (const chunk of response.value as AsyncIterable<Uint8Array>) {
          size += chunk.length
          if (size > most) return fail(refused('feed_malformed'))
          chunks.push(chunk)
        }
        return ok(Buffer.concat(chunks))
      } catch (error) {
        return fail(refused('source_unreachable', errorText(error)))
      }
    },
    open: async (name, from) => {
      const response = await answer(name, from)
      return response.ok ? ok({ from: placeOf(response.value) ?? 0, chunks: response.value }) : response
    },
    close: () => way.close(),
  }
}
