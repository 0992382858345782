import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everywhere, pagePolicy } from '../../../main/app/securityHeaders.ts'
import { mimeTypeOf, resolveStatic, serveStatic } from '../../../main/app/staticFiles.ts'

describe('files of the window (app://fieldseal/)', () => {
  const top = mkdtempSync(path.join(tmpdir(), 'fieldseal-static-'))
  const folder = path.join(top, 'renderer')
  const site = { folder, headers: everywhere, pagePolicy }

  beforeAll(() => {
    mkdirSync(path.join(folder, 'assets'), { recursive: true })
    writeFileSync(path.join(folder, 'index.html'), '<title>Fieldseal</title>')
    writeFileSync(path.join(folder, 'assets/a.js'), 'export {}')
    writeFileSync(path.join(top, 'secret.txt'), 'secret')
    mkdirSync(path.join(top, 'renderer-other'))
    writeFileSync(path.join(top, 'renderer-other/x.js'), 'secret')
  })
  afterAll(() => rmSync(top, { recursive: true }))

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/\\..\\secret.txt',
    '/index.html%00.js',
    '/../renderer-other/x.js',
    '/%E0%A4%A',
    'index.html',
  ])('%s is refused', async (pathname) => {
    expect(resolveStatic(folder, pathname)).toBeNull()
    const answer = await serveStatic(site, 'GET', pathname)
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toContain('secret')
  })

  test('the page carries the strict policy, without inline scripts or styles', async () => {
    const answer = await serveStatic(site, 'GET', '/')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('a script is served with its type', async () => {
    const answer = await serveStatic(site, 'GET', '/assets/a.js')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await answer.text()).toBe('export {}')
  })

  test('what is not there is 404, a folder too, and other methods are 405', async () => {
    expect((await serveStatic(site, 'GET', '/nothing.js')).status).toBe(404)
    expect((await serveStatic(site, 'GET', '/assets')).status).toBe(404)
    expect((await serveStatic(site, 'POST', '/')).status).toBe(405)
  })

  test('an unknown ending is bytes that nothing interprets', () => {
    expect(mimeTypeOf('x.exe')).toBe('application/octet-stream')
    expect(mimeTypeOf('noending')).toBe('application/octet-stream')
    expect(mimeTypeOf('A.SVG')).toBe('image/svg+xml')
  })
})
