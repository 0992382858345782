import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Admission } from '../http/admission.ts'

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

interface StaticFile {
  readonly address: string
  readonly type: string
  readonly bytes: Buffer
  readonly etag: string
}

/** What every page of ours may do: load from this service, connect to this service, and nothing else. */
const headers = (csp: string): Record<string, string> => ({
  'content-security-policy': csp,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
  'x-frame-options': 'DENY',
})

export const windowCsp =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Security headers of a page. */
export const pageHeaders = headers

/** Reads the built window once: its names become the only addresses, so that no path can lead out of the folder. */
export const readWindow = async (dir: string): Promise<StaticFile[]> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry): Promise<StaticFile> => {
        const file = path.join(entry.parentPath, entry.name)
        const bytes = await readFile(file)
        const relative = path.relative(dir, file).split(path.sep).join('/')
        return {
          address: relative === 'index.html' ? '/' : `/${relative}`,
          type: types[path.extname(entry.name).toLowerCase()] ?? 'application/octet-stream',
          bytes,
          etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
        }
      }),
  )
}

/** Serves the window's files. Hashed names never change; the page itself is asked for anew each time. */
export const registerWindow = (app: FastifyInstance, files: readonly StaticFile[], admission: Admission): void => {
  const pages = files.filter((file) => file.address === '/').map((file) => ({ ...file, address: '/index.html' }))
  for (const file of [...files, ...pages]) {
    app.get(file.address, { onRequest: (request, reply, done) => {
      admission.outer(request, reply, true)
      done()
    } }, (request, reply) => {
      const lasting = file.address.startsWith('/assets/')
      void reply.headers({ ...headers(windowCsp), etag: file.etag, 'cache-control': lasting ? 'private, max-age=31536000, immutable' : 'no-cache' })
      if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
      return reply.header('content-type', file.type).send(file.bytes)
    })
  }
}
