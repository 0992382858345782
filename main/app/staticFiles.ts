import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { dataPolicy } from './securityHeaders.ts'

/** A folder that is served, and how its pages are locked. */
export type StaticSite = {
  readonly folder: string
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>
  /** The content security policy of its pages. */
  readonly pagePolicy: string
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** The media type of a file; an unknown ending is bytes that nothing interprets. */
export const mimeTypeOf = (file: string): string =>
  mimeTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream'

/** The file below `folder` that a path stands for, or null when the path is refused; `/` is the page itself. */
export function resolveStatic(folder: string, pathname: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (!decoded.startsWith('/') || /[\0\\]/.test(decoded) || decoded.split('/').includes('..')) return null
  const file = path.resolve(folder, decoded === '/' ? './index.html' : `.${decoded}`)
  return file.startsWith(path.resolve(folder) + path.sep) ? file : null
}

const plain = ({ headers }: StaticSite, status: number, text: string): Response =>
  new Response(text, {
    status,
    headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Content-Security-Policy': dataPolicy },
  })

/** Answers a request for a file of a site. */
export async function serveStatic(site: StaticSite, method: string, pathname: string): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') return plain(site, 405, 'Method not allowed')
  const file = resolveStatic(site.folder, pathname)
  if (file === null) return plain(site, 400, 'Bad path')
  let content: Buffer
  try {
    content = await readFile(file)
  } catch {
    return plain(site, 404, 'Not found')
  }
  const type = mimeTypeOf(file)
  const policy = type.startsWith('text/html') ? site.pagePolicy : dataPolicy
  const headers = {
    ...site.headers,
    'Content-Type': type,
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-cache',
  }
  return new Response(new Uint8Array(content), { headers })
}
