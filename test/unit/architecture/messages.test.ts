import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'

type Words = { readonly [key: string]: string | Words }

const sourcesOf = (folders: readonly string[]): string =>
  folders
    .flatMap((folder) =>
      readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(inRoot(folder), file)),
    )
    .filter((file) => /\.tsx?$/u.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

/** The keys of all words; a plural counts once. */
const keysOf = (words: Words, above = ''): readonly string[] => [
  ...new Set(
    Object.entries(words).flatMap(([name, word]) =>
      typeof word === 'string'
        ? [`${above}${name.replace(/_(zero|one|two|few|many|other)$/u, '')}`]
        : keysOf(word, `${above}${name}.`),
    ),
  ),
]

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/gu, '\\$&')

/**
 * Templates of the sources that can make a key: each as what its keys look like. One without a word of its own between
 * its parts could make any.
 */
const shapesIn = (sources: string): readonly RegExp[] =>
  [...new Set(sources.match(/`[\w.]*(?:\$\{[^}]*\}[\w.]*)+`/gu) ?? [])]
    .map((template) => template.slice(1, -1).split(/\$\{[^}]*\}/u))
    .filter((parts) => parts.join('').includes('.') && /[A-Za-z]/u.test(parts.join('')))
    .map((parts) => new RegExp(`^${parts.map(escaped).join('.+')}$`, 'u'))

/** Keys that no source names. */
const unused = (words: Words, sources: string): readonly string[] => {
  const literals = new Set([...sources.matchAll(/['"`]([\w.:-]+)['"`]/gu)].map(([, literal]) => literal))
  const shapes = shapesIn(sources)
  return keysOf(words).filter((key) => !literals.has(key) && !shapes.some((shape) => shape.test(key)))
}

const wordsOf = (file: string): Words => JSON.parse(readFileSync(inRoot(file), 'utf8')) as Words

/** What makes a form of a day or a time by hand. */
const ownTime =
  /toLocaleDateString|toLocaleTimeString|DateTimeFormat\([^)]|toISOString\(\)\.(?:slice|replace\('T')|(?:\bat|At|_at)\.slice\(|type="(?:date|datetime-local|time)"/u

/** The places that hold the forms of all others. */
const timePlaces = ['ui/time.ts', 'ui/typed-day.ts', 'ui/DayField.tsx']

describe('the words of the product', () => {
  test.each([
    ['renderer/messages/en.json', ['renderer', 'shared']],
    ['viewer/messages/en.json', ['viewer', 'shared']],
  ])('%s holds none that nobody asks for', (file, folders) => {
    expect(unused(wordsOf(file), sourcesOf(folders))).toEqual([])
  })

  test('a word that is left behind is found, by its whole key', () => {
    const words = { list: { title: 'A', lost: 'B', column: { name: 'C' }, count_one: 'D', count_other: 'E' } }
    expect(unused(words, "t('list.title'); t(`${list}.column.${id}`); t('list.count'); t(`${a}.${b}`)")).toEqual([
      'list.lost',
    ])
  })

  test('days and times have one form: nobody makes one by hand, or asks for one in the order of the browser', () => {
    const files = readdirSync(inRoot('renderer'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/u.test(file) && !timePlaces.includes(file),
    )
    expect(files.filter((file) => ownTime.test(readFileSync(path.join(inRoot('renderer'), file), 'utf8')))).toEqual([])
    for (const wrong of [
      "one.at.slice(0, 16).replace('T', ' ')",
      'new Date(ms).toISOString().slice(0, 10)',
      '<TextInput type="date" />',
      'new Date(ms).toLocaleDateString()',
    ])
      expect(ownTime.test(wrong), wrong).toBe(true)
  })
})
