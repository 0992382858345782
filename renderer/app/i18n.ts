import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import en from '../messages/en.json'
import { messageValues, type messageFormats } from './messages.ts'

/** The message files: another language is one more file and one more line here. */
const languages = { en: { translation: en } } as const

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
    interpolationFormatTypeMap: Readonly<Record<(typeof messageFormats)[number], string | number>>
  }
}

/** The best language for this person that there is a message file for. */
const preferredLanguage = (): string =>
  window.navigator.languages.map((tag) => tag.split('-')[0] ?? '').find((tag) => tag in languages) ?? 'en'

/** Sets the messages up; must run before the first render. */
export const startI18n = async (): Promise<void> => {
  await i18next
    .use(initReactI18next)
    .use(messageValues)
    .init({
      resources: languages,
      lng: preferredLanguage(),
      fallbackLng: 'en',
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    })
  document.documentElement.lang = i18next.language
}
