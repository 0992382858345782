import { describe, expect, it } from 'vitest'
import { viewerPage, viewerPages, viewerPolicy, viewsOf } from '../../../../shared/preview/address.ts'
import { readMax } from '../../../../shared/preview/port.ts'
import { fromViewer } from '../../../../shared/preview/protocol.ts'
import { evidenceKinds } from '../../../../shared/schema/evidence.ts'

describe('what the viewer may say', () => {
  it.each([
    { type: 'read', id: 0, offset: 0, length: 1 },
    { type: 'read', id: 9, offset: Number.MAX_SAFE_INTEGER, length: readMax },
    { type: 'pong', id: 3 },
    { type: 'progress', done: 1, total: 2 },
    { type: 'shown' },
    { type: 'failed', why: 'broken' },
    { type: 'leave' },
  ])('%j', (message) => expect(fromViewer.parse(message)).toEqual(message))

  it.each([
    null,
    'shown',
    [],
    {},
    { type: 'open' },
    { type: 'read', id: 0, offset: -1, length: 1 },
    { type: 'read', id: 0, offset: 0, length: 0 },
    { type: 'read', id: 0, offset: 0, length: readMax + 1 },
    { type: 'read', id: 0, offset: 0.5, length: 1 },
    { type: 'read', id: 0, offset: Number.NaN, length: 1 },
    { type: 'read', id: 0, offset: 2 ** 53, length: 1 },
    { type: 'read', id: 0, offset: 0, length: 1, url: '/api/v1/cases' },
    { type: 'read', id: '0', offset: 0, length: 1 },
    { type: 'failed', why: '<b>call this number</b>' },
    { type: 'shown', html: 'x' },
  ])('is not %j', (message) => expect(fromViewer.safeParse(message).success).toBe(false))
})

describe('the views of a piece', () => {
  it('end with text and hex for every kind, each of them once', () => {
    for (const kind of evidenceKinds) {
      const views = viewsOf(kind)
      expect(new Set(views).size).toBe(views.length)
      expect(views).toContain('text')
      expect(views).toContain('hex')
      for (const view of views) expect(viewerPages).toContain(viewerPage(view))
    }
    expect(viewsOf('image')).toEqual(['image', 'text', 'hex'])
    expect(viewsOf('other')).toEqual(['hex', 'text'])
    expect(viewsOf('archive', 'application/zip')).toEqual(['members', 'text', 'hex'])
    expect(viewsOf('archive', 'application/vnd.rar')).toEqual(['hex', 'text'])
    expect(viewsOf('other', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')).toEqual([
      'members',
      'text',
      'hex',
    ])
    expect(viewsOf('text', 'message/rfc822')).toEqual(['mail', 'text', 'hex'])
    // What claims to be another kind is looked at as that first.
    expect(viewsOf('image', 'application/zip')).toEqual(['image', 'text', 'hex'])
  })
  it('are shown under a policy that has no address to ask', () => {
    const policy = viewerPolicy("'self'", "'self'")
    for (const part of [
      "default-src 'none'",
      "connect-src 'none'",
      'sandbox allow-scripts',
      "form-action 'none'",
      "frame-ancestors 'self'",
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|allow-same-origin|\*/)
  })
})
