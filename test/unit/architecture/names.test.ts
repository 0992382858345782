import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'

interface SourceFile {
  readonly path: string
  readonly text: string
}

const exported = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm

/** The names that more than one file exports, each with the files. */
const sharedNames = (files: readonly SourceFile[]): readonly string[] => {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of files)
    for (const [, name = ''] of text.matchAll(exported)) places.set(name, (places.get(name) ?? new Set()).add(path))
  return [...places].filter(([, of]) => of.size > 1).map(([name, of]) => `${name}: ${[...of].toSorted().join(', ')}`)
}

/** The sources of some folders. */
const sourcesOf = (...folders: readonly string[]): readonly SourceFile[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: inRoot() }))
    .map((path) => ({ path, text: readFileSync(inRoot(path), 'utf8') }))

describe('one name, one thing', () => {
  test('a planted second export of a name is told, and an overload of one file is not', () => {
    const planted = [
      { path: 'a.ts', text: 'export const place = 1\nexport interface Part {}' },
      { path: 'b.ts', text: 'export async function place() {}' },
      { path: 'c.ts', text: 'export function cut(a: string): void\nexport function cut(a: number): void' },
    ]
    expect(sharedNames(planted)).toEqual(['place: a.ts, b.ts'])
  })

  test.each([
    { world: 'the service and the application', folders: ['main'] },
    { world: 'the window, with what it shares', folders: ['renderer', 'shared', 'viewer'] },
  ])('no two files of $world export the same name', ({ folders }) => {
    const sources = sourcesOf(...folders)
    expect(sources.length).toBeGreaterThan(300)
    expect(sharedNames(sources)).toEqual([])
  })
})
