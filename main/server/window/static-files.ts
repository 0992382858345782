import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { fontsPath } from '../../../shared/theme/fonts.ts'
import { servedViewerPath, viewerPolicy } from '../../../shared/preview/address.ts'
import type { Admission } from '../http/admission.ts'
import type { BuiltWindow } from './built-window.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

interface Content {
  readonly bytes: Buffer
  readonly etag: string
}

interface StaticFile {
  readonly address: string
  readonly type: string
  readonly content: () => Content | Promise<Content>
}

/** What every page of ours may do: load from this service, connect to this service, and nothing else. */
export const pageHeaders = (csp: string): Record<string, string> => ({
  'content-security-policy': csp,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
  'x-frame-options': 'DENY',
})

/** The window's policy; `frames` is the one address that it may show in a frame. */
const windowCsp = (frames: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; frame-src ${frames}`

/** The viewer as the window names it: its own host, without a scheme, so that the browser takes that of the page. */
const viewerSource = (host: string | undefined): string =>
  host !== undefined && /^[\w.:[\]-]+$/.test(host) ? `${host}${servedViewerPath}` : "'none'"

/**
 * The viewer of evidence runs in an opaque origin, to which its own files are another's: they are public code, and may
 * be loaded by it.
 * `x-frame-options` gives way to `frame-ancestors`, which says the same and lets the window in.
 */
const viewerHeaders = (): Record<string, string> => {
  const { 'x-frame-options': _, ...kept } = pageHeaders(viewerPolicy("'self'", "'self'"))
  return { ...kept, 'cross-origin-resource-policy': 'cross-origin' }
}

const contentOf = async (file: string): Promise<Content> => {
  const bytes = await readFile(file)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
}

/**
 * The files of a built folder: their names below `base` become the only addresses, so that no path can lead out of the
 * folder. They are read once, or, where they are many and large, each time that one is asked for.
 */
const readFolder = async (dir: string, base: string, isReadAtOnce = true): Promise<StaticFile[]> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry): Promise<StaticFile> => {
        const file = path.join(entry.parentPath, entry.name)
        const content = isReadAtOnce ? await contentOf(file) : null
        const relative = path.relative(dir, file).split(path.sep).join('/')
        return {
          address: relative === 'index.html' && base === '/' ? '/' : `${base}${relative}`,
          type: types[path.extname(entry.name).toLowerCase()] ?? 'application/octet-stream',
          content: content === null ? () => contentOf(file) : () => content,
        }
      }),
  )
}

/** Reads the built window, the viewer that it shows evidence in, and the fonts that lie beside the service. */
export const readWindow = async ({ rendererDir, viewerDir, fontsDir }: BuiltWindow): Promise<readonly StaticFile[]> => [
  ...(rendererDir === undefined || fontsDir === undefined ? [] : await readFolder(fontsDir, fontsPath, false)),
  ...(rendererDir === undefined ? [] : await readFolder(rendererDir, '/')),
  ...(rendererDir === undefined || viewerDir === undefined ? [] : await readFolder(viewerDir, servedViewerPath)),
]

/** Serves the window's files. Hashed names never change; the page itself is asked for anew each time. */
export const registerWindow = (app: FastifyInstance, files: readonly StaticFile[], admission: Admission): void => {
  const forViewer = viewerHeaders()
  const pages = files.filter((file) => file.address === '/').map((file) => ({ ...file, address: '/index.html' }))
  for (const file of [...files, ...pages]) {
    const isViewer = file.address.startsWith(servedViewerPath)
    app.get(
      file.address,
      {
        onRequest: (request, reply, done) => {
          if (isViewer) admission.outerOpaque(request, reply)
          else admission.outer(request, reply, true)
          done()
        },
      },
      async (request, reply) => {
        const { bytes, etag } = await file.content()
        const lasting = file.address.startsWith('/assets/')
        const locked = isViewer ? forViewer : pageHeaders(windowCsp(viewerSource(request.headers.host)))
        void reply.headers({
          ...locked,
          etag,
          'cache-control': lasting ? 'private, max-age=31536000, immutable' : 'no-cache',
        })
        if (request.headers['if-none-match'] === etag) return reply.code(304).send()
        return reply.header('content-type', file.type).send(bytes)
      },
    )
  }
}
