import type { Session as ElectronSession } from 'electron'
import { viewerOrigin, viewerPages, viewerPolicy, viewerScheme } from '../../shared/preview/address.ts'
import { pageOrigin } from './page.ts'
import { everywhere } from './securityHeaders.ts'
import { serveStatic } from './staticFiles.ts'

const policy = viewerPolicy(viewerOrigin, pageOrigin)

/**
 * The viewer is an opaque origin, to which its own files are another's: they are public code, and may be loaded by it.
 */
const headers: Readonly<Record<string, string>> = { ...everywhere, 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** Whether an address is a file of the preview's viewer. */
export function isViewerUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === `${viewerScheme}:` && url.host === 'viewer' && url.username === '' && url.password === ''
}

/** Whether an address is one of the viewer's pages: what a frame of the window may show, and nothing else. */
export const isViewerPage = (address: string): boolean =>
  isViewerUrl(address) && viewerPages.includes(new URL(address).pathname.slice(1))

/** Answers `preview://viewer/` with the files of the built viewer. There is nothing else behind this scheme. */
export function serveViewer(electronSession: ElectronSession, folder: string): void {
  electronSession.protocol.handle(viewerScheme, (request) => {
    if (!isViewerUrl(request.url)) return new Response('Refused', { status: 403 })
    return serveStatic({ folder, headers, pagePolicy: policy }, request.method, new URL(request.url).pathname)
  })
}
