import type { APIResponse, CDPSession, Page } from '@playwright/test'

/**
 * Answers that a test lays between a window and its service. Playwright's own routes would do, but while a page has one
 * it keeps nothing in the browser's cache and asks about every script: a second of processor time for each load.
 */

/** What a window asked of its service: as much of Playwright's route as answers need. */
export type Asked = {
  readonly url: URL
  readonly method: string
  /** What was sent as JSON; null where nothing was. */
  readonly body: unknown
  /** What the service itself says. */
  readonly fetch: () => Promise<APIResponse>
  readonly answer: (json: unknown, status?: number) => Promise<void>
  /** Breaks the connection. */
  readonly abort: () => Promise<void>
  /** Leaves it to what was laid before this, at last to the service. */
  readonly pass: () => Promise<void>
}

type Laid = { readonly pattern: RegExp; readonly handle: (asked: Asked) => unknown }

/** What the protocol of the browser says of a request that it holds. */
type Paused = {
  readonly requestId: string
  readonly request: {
    readonly url: string
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly postData?: string
  }
}

/** What is laid before a page, the newest first. */
const laidBefore = new WeakMap<Page, Laid[]>()

/** Tells the browser what becomes of a request; the page may have given it up, or be closed. */
const settle = async (session: CDPSession, ...[command, told]: Settled): Promise<void> => {
  try {
    await session.send(command, told)
  } catch {
    // Nobody waits for it any more.
  }
}

type Settled =
  | ['Fetch.continueRequest', { requestId: string }]
  | ['Fetch.failRequest', { requestId: string; errorReason: 'Failed' }]
  | [
      'Fetch.fulfillRequest',
      { requestId: string; responseCode: number; responseHeaders: { name: string; value: string }[]; body: string },
    ]

/** Hands a request to the first of these that is about it. */
const handleBy = async (
  laid: readonly Laid[],
  page: Page,
  session: CDPSession,
  { requestId, request }: Paused,
): Promise<void> => {
  const at = laid.findIndex(({ pattern }) => pattern.test(request.url))
  const found = laid[at]
  if (found === undefined) return await settle(session, 'Fetch.continueRequest', { requestId })
  const { url, method, headers, postData } = request
  await found.handle({
    url: new URL(url),
    method,
    body: postData === undefined ? null : (JSON.parse(postData) as unknown),
    fetch: () => page.request.fetch(url, { method, headers, ...(postData === undefined ? {} : { data: postData }) }),
    answer: (json, status = 200) =>
      settle(session, 'Fetch.fulfillRequest', {
        requestId,
        responseCode: status,
        responseHeaders: [{ name: 'content-type', value: 'application/json' }],
        body: Buffer.from(JSON.stringify(json)).toString('base64'),
      }),
    abort: () => settle(session, 'Fetch.failRequest', { requestId, errorReason: 'Failed' }),
    pass: () => handleBy(laid.slice(at + 1), page, session, { requestId, request }),
  })
}

/**
 * From now on requests of a page to its interface, whose address fits, are for `handle`: before what was laid earlier,
 * and for as long as the page is open. A page that has these has no routes of Playwright's.
 */
export const layAnswers = async (page: Page, pattern: RegExp, handle: Laid['handle']): Promise<void> => {
  const known = laidBefore.get(page)
  if (known !== undefined) return void known.unshift({ pattern, handle })
  const laid = [{ pattern, handle }]
  laidBefore.set(page, laid)
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', (paused) => void handleBy([...laid], page, session, paused))
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/v1/*' }] })
}
