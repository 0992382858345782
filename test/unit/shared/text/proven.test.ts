import { expect, test } from 'vitest'
import { provenOf, provenText } from '../../../../shared/text/proven.ts'

test('S-117: of a case that no hub has seen it is not said that nothing was left out', () => {
  for (const entries of [1, 31, 1_200]) {
    const proven = provenOf({ entries, witnessed: 0 })
    expect(proven.reach).toBe('device_alone')
    expect(proven.witnessed).toBe('No hub has seen this case: the device alone vouches for it.')
    expect(proven.complete).toContain('is not proven')
    expect(provenText({ entries, witnessed: 0 })).not.toMatch(
      /nothing (?:of it )?was left out(?! or rewritten is not proven)/iu,
    )
  }
})

test('S-117: what a hub has witnessed is complete up to there, and no further', () => {
  expect(provenOf({ entries: 31, witnessed: 20 })).toMatchObject({
    reach: 'up_to_an_entry',
    witnessed: 'Witnessed by the hub up to entry 20 of 31.',
    complete: 'Up to there nothing was left out or rewritten. Of the 11 newer entries that is not proven.',
  })
  expect(provenOf({ entries: 31, witnessed: 30 }).complete).toContain('Of the 1 newer entry that is not proven.')
})

test('S-117: to the end it is complete; a checkpoint over more than there is says no more', () => {
  for (const witnessed of [31, 40])
    expect(provenOf({ entries: 31, witnessed })).toMatchObject({
      reach: 'to_the_end',
      witnessed: 'Witnessed by the hub to the end: 31 entries.',
      complete: 'Nothing of it was left out, and nothing was rewritten since.',
    })
})

test('S-117: witnesses and stamps are told where they are known, and their absence where that is', () => {
  const at = '2026-03-01T09:00:00.000+00:00'
  expect(provenOf({ entries: 3, witnessed: 3, cosigned: 2 }).witnessed).toContain('have cosigned 2 entries.')
  expect(provenOf({ entries: 3, witnessed: 3, stamped: { entries: 1, at } }).stamped).toBe(
    `An authority stamped 1 entry at ${at}.`,
  )
  expect(provenOf({ entries: 3, witnessed: 3, stamped: null }).stamped).toContain('what the clocks of the devices said')
  expect(provenOf({ entries: 3, witnessed: 3 }).stamped).toBeNull()
})
