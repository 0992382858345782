import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { closeCodes } from '../../../../shared/schema/event-frames.ts'
import { eventCatalogue, eventTypes } from '../../../../shared/schema/events.ts'
import { retryDelays } from '../../../../shared/schema/webhooks.ts'

const page = readFileSync(new URL('../../../../docs/detection/events.md', import.meta.url), 'utf8')

/** What the page writes as *case*. */
const caseNames = '`case_id`, `case_uid`, `case_number`'

describe('docs/detection/events.md', () => {
  it('lists every event with its meaning and what it carries, in the order of the list, and no other', () => {
    const rows = [...page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| (.+) \| (.+) \|$/gm)].map(
      ([, type, meaning, fields]) => [type, meaning, fields],
    )
    expect(rows).toEqual(
      eventTypes.map((type) => {
        const names = Object.keys(eventCatalogue[type].data.shape).map((name) => `\`${name}\``)
        return [type, eventCatalogue[type].meaning, names.join(', ').replace(caseNames, '*case*')]
      }),
    )
  })

  it('says what it writes as *case*', () => {
    expect(page).toContain(`*case* stands for ${caseNames}`)
  })

  it('lists the codes with which a WebSocket is closed', () => {
    expect([...page.matchAll(/^\| (\d{4}) \|/gm)].map(([, code]) => Number(code))).toEqual(
      Object.keys(closeCodes).map(Number),
    )
  })

  it('tells the waits between tries', () => {
    const words = retryDelays.map((seconds) =>
      seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`,
    )
    expect(page).toContain(`${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`)
  })
})
