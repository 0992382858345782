import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { messageFormats, messageValues } from '../../../../renderer/app/messages.ts'
import en from '../../../../renderer/messages/en.json' with { type: 'json' }

type Words = { readonly [key: string]: string | Words }

const messagesOf = (words: Words, above = ''): readonly (readonly [key: string, message: string])[] =>
  Object.entries(words).flatMap(([name, word]) => (typeof word === 'string' ? [[`${above}${name}`, word] as const] : messagesOf(word, `${above}${name}.`)))

const placeholders = messagesOf(en).flatMap(([key, message]) => [...message.matchAll(/\{\{([^}]*)\}\}/gu)].map(([, inner = '']) => ({ key, name: inner.split(',')[0]?.trim() ?? '', format: inner.split(',')[1]?.trim() })))

/** What names something and may come as a number. */
const names = new Set(['id', 'version', 'number', 'seq', 'index'])

const said = async (message: string, values: Readonly<Record<string, unknown>>): Promise<string> => {
  const one = i18next.createInstance()
  await one.use(messageValues).init({ lng: 'en', resources: { en: { translation: { ui: { several: message } } } }, interpolation: { escapeValue: false, alwaysFormat: true } })
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
    expect(placeholders.filter(({ name, format }) => names.has(name) && format !== 'plain').map(({ key }) => key)).toEqual([])
    expect(placeholders.filter(({ format }) => format !== undefined && !messageFormats.some((one) => one === format)).map(({ key }) => key)).toEqual([])
    expect(placeholders.filter(({ name, format }) => format === 'plain' && !names.has(name)).map(({ key }) => key)).toEqual([])
  })
})

describe('the words of the window', () => {
  it('say transaction for what the interface calls an activity; suspicious activity is the word of a report', () => {
    const said = messagesOf(en).filter(([key, message]) => !key.startsWith('reports.') && /\bactivit(?:y|ies)\b/iu.test(message.replaceAll(/\{\{[^}]*\}\}/gu, '')))
    expect(said).toEqual([])
  })
})
