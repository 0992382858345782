import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxDepth, parseStrictJson } from '../../../main/server/http/strict-json.ts'

const parse = (text: string) => parseStrictJson(Buffer.from(text, 'utf8'))
const codeOf = (text: string | Uint8Array) => {
  const result = parseStrictJson(Buffer.from(text as string))
  return result.ok ? 'ok' : result.error.code
}

describe('strict JSON of request bodies', () => {
  it('gives what JSON.parse gives for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        if (text.includes('__proto__') || !JSON.stringify(value).isWellFormed() || /\\ud[89a-f]/i.test(text)) return
        const result = parse(text)
        expect(result.ok && result.value).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each([
    '',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":01}',
    'undefined',
    '{"a":1}x',
    '\ufeff{"a":1}',
    '{"a":"\n"}',
    '// c\n{}',
  ])('refuses %j as malformed', (text) => {
    expect(codeOf(text)).toBe('malformed_json')
  })

  it('refuses bytes that are not UTF-8', () => {
    expect(codeOf(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]))).toBe('malformed_json')
    // A surrogate encoded as if it were a character (CESU-8).
    expect(codeOf(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toBe('malformed_json')
  })

  it.each(['{"a":1,"a":2}', '{"x":{"a":1,"b":2,"\\u0061":3}}', '[{"a":1},{"b":1,"b":1}]', '{"a:\\"":1,"a:\\"":2}'])(
    'refuses a name given twice: %s',
    (text) => {
      const result = parse(text)
      expect(result.ok).toBe(false)
      expect(!result.ok && result.error.message).toContain('twice')
    },
  )

  it('does not take colons or braces within strings for structure', () => {
    expect(parse('{"a:{[":"b:}]\\"{","c":"\\\\"}')).toEqual({ ok: true, value: { 'a:{[': 'b:}]"{', c: '\\' } })
  })

  it('refuses __proto__ wherever it stands, and pollutes nothing', () => {
    expect(codeOf('{"__proto__":{"polluted":true}}')).toBe('invalid_request')
    expect(codeOf('{"a":[{"__proto__":1}]}')).toBe('invalid_request')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('names the place of a lone surrogate and of a number beyond the doubles', () => {
    const surrogate = parse('{"a":["x","\\ud800"]}')
    expect(!surrogate.ok && surrogate.error.details).toEqual([
      { path: 'body.a[1]', message: 'holds a lone surrogate: it is not valid Unicode text' },
    ])
    const huge = parse('{"n":1e400}')
    expect(!huge.ok && huge.error.details?.[0]?.path).toBe('body.n')
  })

  it('refuses whole numbers that would be rounded, by their place, and no others', () => {
    for (const [text, path] of [
      ['{"n":12345678901234567891}', 'body.n'],
      ['[1e20,{"2":-9007199254740993,"1":9007199254740992}]', 'body[1].2'],
      ['{"1":98765432109876543211,"a:12345678901234567891":"12345678901234567891"}', 'body.1'],
    ] as const) {
      const result = parse(text)
      expect(!result.ok && result.error.details, text).toEqual([
        {
          path,
          message: 'is a whole number with more digits than are kept exactly (up to 9007199254740991); send it as text',
        },
      ])
    }
    for (const text of [
      '9007199254740991',
      '9007199254740992',
      '-9007199254740992',
      '123456789012345680000',
      '1000000000000000000000',
      '1e300',
      '[0.12345678901234567891,"12345678901234567891"]',
    ])
      expect(codeOf(text), text).toBe('ok')
  })

  it('refuses a depth bomb without working through it', () => {
    expect(codeOf('['.repeat(500_000))).toBe('malformed_json')
    expect(codeOf('[{"a":'.repeat(100_000))).toBe('malformed_json')
    expect(codeOf('['.repeat(maxDepth) + ']'.repeat(maxDepth))).toBe('ok')
    expect(codeOf('['.repeat(maxDepth + 1) + ']'.repeat(maxDepth + 1))).toBe('malformed_json')
  })
})
