import { protocol, type Session as ElectronSession } from 'electron'
import { forward, unavailable, type Upstream } from './apiProxy.ts'
import { viewerScheme } from '../../shared/preview/address.ts'
import { fontsPath } from '../../shared/theme/fonts.ts'
import type { HeardAnswers } from './heardAnswers.ts'
import { isApiPath, isOwnUrl, pageOrigin, scheme } from './page.ts'
import type { Places } from './places.ts'
import { everywhere, pagePolicy } from './securityHeaders.ts'
import { serveStatic } from './staticFiles.ts'

/** Declares `app://` and the preview's scheme; must run before Electron is ready. */
export function declareSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
    { scheme: viewerScheme, privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

/**
 * Whether a request of the API comes from the window: browsers name the origin on every write and on requests from
 * elsewhere.
 */
export const isFromWindow = (headers: Headers): boolean => {
  const origin = headers.get('origin')
  return origin === null || origin === pageOrigin
}

type Scheme = {
  readonly files: Pick<Places, 'renderer' | 'fontsParent'>
  readonly upstream: () => Promise<Upstream | null>
  /** Told of every answer of the API that could be saved. */
  readonly answers: HeardAnswers
}

/** Answers `app://fieldseal/`: files of the window, and the service's API behind the same origin. */
export function serveScheme(electronSession: ElectronSession, { files, upstream, answers }: Scheme): void {
  electronSession.protocol.handle(scheme, async (request) => {
    if (!isOwnUrl(request.url) || !isFromWindow(request.headers)) return new Response('Refused', { status: 403 })
    const { pathname } = new URL(request.url)
    if (!isApiPath(pathname)) {
      const folder = pathname.startsWith(fontsPath) ? files.fontsParent : files.renderer
      return serveStatic({ folder, headers: everywhere, pagePolicy }, request.method, pathname)
    }
    const target = await upstream()
    const answer =
      target === null
        ? unavailable('The service is starting or has stopped.')
        : await forward(request, target, () => answers.brokeOff(request.url))
    if (request.method === 'GET') answers.heard(request.url, answer)
    return answer
  })
}
