import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { messageFormats, messageValues } from '../../../../renderer/app/messages.ts'
import en from '../../../../renderer/messages/en.json' with { type: 'json' }

type Words = { readonly [key: string]: string | Words }

const messagesOf = (words: Words, above = ''): readonly (readonly [key: string, message: string])[] =>
  Object.entries(words).flatMap(([name, word]) =>
    typeof word === 'string' ? [[`${above}${name}`, word] as const] : messagesOf(word, `${above}${name}.`),
  )

const placeholders = messagesOf(en).flatMap(([key, message]) =>
  [...message.matchAll(/\{\{([^}]*)\}\}/gu)].map(([, inner = '']) => ({
    key,
    name: inner.split(',')[0]?.trim() ?? '',
    format: inner.split(',')[1]?.trim(),
  })),
)

/** What names something and may come as a number. */
const names = new Set(['id', 'version', 'number', 'seq', 'index'])

const said = async (message: string, values: Readonly<Record<string, unknown>>): Promise<string> => {
  const one = i18next.createInstance()
  await one.use(messageValues).init({
    lng: 'en',
    resources: { en: { translation: { ui: { several: message } } } },
    interpolation: { escapeValue: false, alwaysFormat: true },
  })
  return one.t('ui.several', values)
}

describe('numbers in messages', () => {
  it('are grouped wherever a message takes one, by one format', async () => {
    expect(await said('{{count}} of {{total}}', { count: 3_102, total: 1_234_567 })).toBe('3,102 of 1,234,567')
  })

  it('stay as they are where they name something, and texts always do', async () => {
    expect(await said('Alert {{id, plain}}: {{text}}', { id: 5_720, text: '1,200' })).toBe('Alert 5720: 1,200')
  })

  it('every message that takes a name of something asks for it plain, and no other format is asked for', () => {
    expect(
      placeholders.filter(({ name, format }) => names.has(name) && format !== 'plain').map(({ key }) => key),
    ).toEqual([])
    expect(
      placeholders
        .filter(({ format }) => format !== undefined && !messageFormats.some((one) => one === format))
        .map(({ key }) => key),
    ).toEqual([])
    expect(
      placeholders.filter(({ name, format }) => format === 'plain' && !names.has(name)).map(({ key }) => key),
    ).toEqual([])
  })
})

/** A bound of ours: more than one, whatever the folder holds. */
const bounds = new Set(['max'])

/** Words with an s that are no plural, and those after which no noun of the number before them comes. */
const noPlurals =
  /^(?:has|is|was|this|as|its|of|and|or|in|by|at|to|from|on|with|that|which|for|under|[a-z]+ss|needs|reads|tells|scores|proposes|holds|means|differs|stays|owns|stands|counts)$/u

/** Names of things, which no number comes under. */
const texts = new Set(['name', 'names', 'title', 'origin', 'figure', 'by', 'list', 'currency', 'outcome', 'value'])

/**
 * Whether a plural noun follows a value that is no name (`{{version, plain}}`), within three words: `{{count}} made-up
 * transactions`.
 */
const pluralAfter = (message: string, only: (name: string) => boolean): boolean =>
  [...message.matchAll(/\{\{(\w+)\}\}((?: [a-z’-]+){1,3})/gu)].some(([, name = '', after = '']) => {
    if (bounds.has(name) || texts.has(name) || !only(name)) return false
    const words = after.trim().split(' ')
    const end = words.findIndex((word) => noPlurals.test(word))
    return words
      .slice(0, end === -1 ? words.length : end)
      .some((word) => /^(?:people|children)$|[a-z]{3}s$/u.test(word) && word !== 'log-odds')
  })

/** Messages that put a number before a plural noun and have no form for one. */
const withoutSingular = (words: Words): readonly string[] => {
  const all = messagesOf(words)
  const keys = new Set(all.map(([key]) => key))
  return all
    .filter(([key, message]) => {
      const [, base = key, form] = /^(.*)_(one|other)$/u.exec(key) ?? []
      const hasForms = form !== undefined && keys.has(`${base}_one`) && keys.has(`${base}_other`)
      // Of a message with two forms they are those of its `count`, which may come as a formatted text beside it.
      return pluralAfter(
        message,
        (name) => !hasForms || (form === 'other' && name !== 'count' && name !== 'text' && name !== 'total'),
      )
    })
    .map(([key]) => key)
}

describe('a number before a noun', () => {
  it('has the noun in the singular, too', () => {
    expect(withoutSingular(en)).toEqual([])
  })

  it('is found where it has not', () => {
    const words = {
      names: '{{count}} names',
      people: 'All {{subjects}} people compared',
      far: 'learned from {{activities}} made-up transactions',
      second_one: '{{count}} entry with {{names}} words',
      second_other: '{{count}} entries with {{found}} words',
      half_other: '{{count}} rows',
      most: '{{max}} rows at most',
      verb: '{{name}} needs nothing',
      of: '{{done}} of {{text}} there',
      fine_one: '{{count}} row',
      fine_other: '{{count}} rows',
    }
    expect(withoutSingular(words)).toEqual(['names', 'people', 'far', 'second_other', 'half_other'])
  })

  it('stands with it in the form of the number', async () => {
    const one = i18next.createInstance()
    await one.use(messageValues).init({
      lng: 'en',
      resources: { en: { translation: en } },
      interpolation: { escapeValue: false, alwaysFormat: true },
    })
    const person = (count: number): string =>
      [one.t('lists.kind.person', { count }), one.t('lists.facts.names', { count })].join(', ')
    expect([person(1), person(1_200)]).toEqual(['1 person, 1 name', '1,200 people, 1,200 names'])
    const counts = (nodes: number, links: number): string =>
      one.t('network.counts', {
        nodes: one.t('counted.entities', { count: nodes }),
        links: one.t('counted.links', { count: links }),
      })
    expect([counts(1, 1), counts(2, 3)]).toEqual(['1 entity, 1 link', '2 entities, 3 links'])
  })
})

describe('the words of the window', () => {
  it('say transaction for what the interface calls an activity; suspicious activity is the word of a report', () => {
    const said = messagesOf(en).filter(
      ([key, message]) =>
        !key.startsWith('reports.') && /\bactivit(?:y|ies)\b/iu.test(message.replaceAll(/\{\{[^}]*\}\}/gu, '')),
    )
    expect(said).toEqual([])
  })
})
