import { describe, expect, it } from 'vitest'
import {
  factsOf,
  keptOf,
  openingForm,
  readForm,
  readKept,
} from '../../../../renderer/features/evidence/model/facts-form.ts'
import { toTimestamp } from '../../../../shared/schema/text.ts'

const opening = openingForm({ version: '0.1.0', me: 'Ada Morgan', last: null })
const nowMs = Date.parse('2026-11-21T08:00:00Z')
const scope = { singleFile: true, image: false, suggestedMethod: 'logical_copy' } as const

describe('the facts of an acquisition, as the dialog takes them', () => {
  it('need nothing to be typed: what is usual stands there', () => {
    expect(factsOf(opening, scope, 'Ada Morgan', nowMs)).toEqual({
      facts: { method: 'logical_copy', tool: 'Fieldseal', tool_version: '0.1.0' },
    })
  })

  it('name another person than the one who is signed in', () => {
    expect(factsOf({ ...opening, acquired_by: 'Jörg Brandt' }, scope, 'Ada Morgan', nowMs)).toMatchObject({
      facts: { acquired_by: 'Jörg Brandt' },
    })
  })

  it('take the method that someone chose before the one that is suggested', () => {
    expect(factsOf({ ...opening, method: 'handed_over' }, scope, '', nowMs)).toMatchObject({
      facts: { method: 'handed_over' },
    })
  })

  it('hold a hash at the source for a single file only', () => {
    const typed = { ...opening, source_sha256: 'AB'.repeat(32) }
    expect(factsOf(typed, scope, '', nowMs)).toMatchObject({ facts: { source_sha256: 'ab'.repeat(32) } })
    expect(factsOf(typed, { ...scope, singleFile: false }, '', nowMs)).not.toHaveProperty('facts.source_sha256')
  })

  it('hold the hashes of a medium for an image only', () => {
    const typed = { ...opening, md5: '0'.repeat(32) }
    expect(factsOf(typed, { ...scope, image: true }, '', nowMs)).toMatchObject({
      facts: { image_hashes: { md5: '0'.repeat(32) } },
    })
    expect(factsOf(typed, scope, '', nowMs)).not.toHaveProperty('facts.image_hashes')
  })

  it('say what is wrong with which field, and take nothing', () => {
    const read = factsOf(
      { ...opening, source_sha256: 'xyz', md5: '12', source: 'a\u202Eb' },
      { ...scope, image: true },
      '',
      nowMs,
    )
    expect(Object.keys('problems' in read ? read.problems : {}).sort()).toEqual(['md5', 'source', 'source_sha256'])
  })

  it.each([
    ['an end before its start', '2026-11-20T10:00', '2026-11-20T09:00', 'ended_at'],
    ['an end without a start', '', '2026-11-20T09:00', 'ended_at'],
    ['a start in the future', '2026-11-25T10:00', '2026-11-25T11:00', 'started_at'],
    ['an end in the future', '2026-11-20T10:00', '2026-11-25T11:00', 'ended_at'],
    ['a start after the reading', '2026-11-25T10:00', '', 'started_at'],
  ])('say which of both times cannot be: %s', (_what, startedAt, endedAt, field) => {
    const read = factsOf({ ...opening, started_at: startedAt, ended_at: endedAt }, scope, '', nowMs)
    const problems = 'problems' in read ? read.problems : {}
    expect(Object.keys(problems)).toEqual([field])
    expect(Object.values(problems)[0]).toMatch(/“Started”.*“Ended”|“Ended”.*“Started”/u)
  })

  it('give times as instants, from this computer’s clock', () => {
    const at = '2026-11-20T10:00:30'
    expect(factsOf({ ...opening, started_at: at }, scope, '', nowMs)).toMatchObject({
      facts: { started_at: toTimestamp(Date.parse(at)) },
    })
  })
})

describe('what the next acquisition begins with', () => {
  it('is the source and the tools of the last, without its hashes and texts', () => {
    const last = readKept(
      JSON.stringify(
        keptOf({ ...opening, source: 'Laptop', serial: 'SN-1', description: 'secret', source_sha256: 'ab' }),
      ),
    )
    expect(openingForm({ version: '0.1.0', me: 'Ada Morgan', last })).toMatchObject({
      source: 'Laptop',
      serial: 'SN-1',
      description: '',
      source_sha256: '',
    })
  })

  it.each(['', 'null', '[]', '{"source":7}', 'not json', '{"method":"magic"}'])(
    'is nothing where %j was kept',
    (text) => {
      expect(openingForm({ version: '0.1.0', me: 'Ada Morgan', last: readKept(text) })).toEqual(opening)
    },
  )

  it('brings an unfinished form back as it was left', () => {
    expect(readForm(JSON.stringify({ ...opening, description: 'half a sen' }), opening).description).toBe('half a sen')
    expect(readForm('', opening)).toEqual(opening)
  })
})
