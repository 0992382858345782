import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inRoot, root } from '../../../scripts/lib/paths.ts'

const glossary = 'docs/glossary.md'
const textOf = (file: string): string => readFileSync(inRoot(file), 'utf8')

/** The words in the first column of the table of the glossary that begins with this heading. */
const retiredIn = (heading: string): string[] => {
  const table = textOf(glossary).split(`| ${heading} | write |\n|---|---|\n`)[1]?.split('\n\n')[0] ?? ''
  return [...table.matchAll(/^\| ([^|]+) \|/gmu)].flatMap(([, words = '']) => words.split(', '))
}

const everywhere = retiredIn('retired')
const inTheWindow = retiredIn('retired in the window')

/** Which of the words a text uses, as whole words, whatever the line ends and capitals. */
const usedIn = (text: string, words: readonly string[]): string[] => {
  const line = text.replaceAll(/\s+/gu, ' ')
  return words.filter((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu').test(line))
}

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'test/planted-faults.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]

interface Texts {
  readonly [name: string]: string | Texts
}

const textsOf = (value: string | Texts): string[] =>
  typeof value === 'string' ? [value] : Object.values(value).flatMap(textsOf)

describe('the words that the glossary retires', () => {
  it('are read from its tables', () => {
    expect(everywhere).toContain('put in force')
    expect(inTheWindow).toContain('anew')
    expect(usedIn('It was Put\n  in force.', everywhere)).toEqual(['put in force'])
    expect(usedIn('a janew word', inTheWindow)).toEqual([])
  })

  it.each(documents.filter((document) => document !== glossary))('are not in %s', (document) => {
    expect(usedIn(textOf(document), everywhere)).toEqual([])
  })

  it('are in no text of the window', () => {
    const texts = textsOf(JSON.parse(textOf('renderer/messages/en.json')) as Texts)
    expect(texts.length).toBeGreaterThan(4_000)
    expect(texts.filter((text) => usedIn(text, [...everywhere, ...inTheWindow]).length > 0)).toEqual([])
  })
})
