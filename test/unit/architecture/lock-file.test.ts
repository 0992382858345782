import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'

type Locked = {
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly resolved?: string
  readonly link?: boolean
}

const locked = (
  JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
).packages

/** Where npm looks for a package that the one at `at` asks for: beside it first, then in each folder above. */
const places = (at: string, name: string): readonly string[] => {
  const parts = at.split('/node_modules/')
  return parts
    .map((_, kept) => `${parts.slice(0, parts.length - kept).join('/node_modules/')}/node_modules/${name}`)
    .concat(`node_modules/${name}`)
}

describe('The lock file', () => {
  // npm writes it for the machine that it runs on when a registry lacks the builds for others, and `npm ci` then
  // refuses the whole file.
  it('holds the build for every platform of each package that has one for each', () => {
    const missing = Object.entries(locked).flatMap(([at, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !places(at, name).some((place) => Object.hasOwn(locked, place)))
        .map((name) => `${at} asks for ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('takes every package from a registry', () => {
    const elsewhere = Object.entries(locked).filter(
      ([at, { resolved }]) => at !== '' && resolved !== undefined && !resolved.startsWith('https://'),
    )
    expect(elsewhere.map(([at]) => at)).toEqual([])
  })
})
