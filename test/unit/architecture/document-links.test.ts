import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inRoot, root } from '../../../scripts/lib/paths.ts'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'test/planted-faults.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]

/** What a document links to or shows, but for the web: the file, from the root, and the heading in it. */
const linksOf = (document: string): { readonly file: string; readonly heading: string }[] =>
  [...readFileSync(inRoot(document), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/gu)].map(
    ([, to = '', heading = '']) => ({
      file: to === '' ? document : path.join(path.dirname(document), to),
      heading,
    }),
  )

/** The names that a page gives to its headings: letters, digits and hyphens of their text, as GitHub does. */
const headingsOf = (file: string): string[] =>
  [...readFileSync(inRoot(file), 'utf8').matchAll(/^#+ (.*)$/gmu)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('the documents', () => {
  it.each(documents)('%s links to what is there', (document) => {
    const broken = linksOf(document).filter(
      ({ file, heading }) => !existsSync(inRoot(file)) || (heading !== '' && !headingsOf(file).includes(heading)),
    )
    expect(broken).toEqual([])
  })

  it('show every picture that is kept', () => {
    const shown = new Set(documents.flatMap((document) => linksOf(document).map(({ file }) => file)))
    expect(globSync('docs/images/*', { cwd: root }).filter((picture) => !shown.has(picture))).toEqual([])
  })

  it('lead to every one of them from the README', () => {
    const reached = new Set(['README.md'])
    for (const document of reached)
      for (const { file } of linksOf(document)) if (documents.includes(file)) reached.add(file)
    expect(documents.filter((document) => !reached.has(document))).toEqual([])
  })
})
