import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './paths.ts'

/** A package of others that the product carries, with the licence texts that came with it. */
export type Carried = {
  /** As package-lock.json names it: `node_modules/pg/node_modules/pg-types`. */
  readonly folder: string
  readonly name: string
  readonly version: string
  /** As its package.json names it; absent where it names none. */
  readonly license: string | undefined
  readonly author: string | undefined
  /** The files of the package that state its licence. */
  readonly texts: readonly string[]
}

const folderOfPackages = '/node_modules/'

/**
 * The folder of the package that a source file belongs to, as package-lock.json names it, or null where the file is our
 * own. What stands before the first `node_modules` is passed over: a bundler's maps do not agree about it.
 *
 * @param source a path with `/`
 */
export const packageFolderOf = (source: string): string | null => {
  const at = `/${source}`.indexOf(folderOfPackages)
  if (at === -1) return null
  const inside = source.slice(at)
  const last = `/${inside}`.lastIndexOf(folderOfPackages) + folderOfPackages.length - 1
  const parts = inside.slice(last).split('/')
  return inside.slice(0, last) + parts.slice(0, parts[0]?.startsWith('@') ? 2 : 1).join('/')
}

/** The folders of all packages whose code is in the bundles, by the source maps beside them. */
const bundledFolders = (folder: string): readonly string[] => {
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'))
  const folders = maps.flatMap((map) => {
    const { sources } = JSON.parse(readFileSync(path.join(folder, map), 'utf8')) as {
      readonly sources: readonly (string | null)[]
    }
    return sources.map((source) => (source === null ? null : packageFolderOf(source.replaceAll('\\', '/'))))
  })
  return [...new Set(folders.filter((folder) => folder !== null))].sort()
}

const isLicenceFile = (name: string): boolean => /^(licen[cs]e|copying|notice)/i.test(name)

/** @throws where there is no such package: what is carried and cannot be named must not be packed */
const readCarried = (folder: string): Carried => {
  const said = JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly license?: string
    readonly author?: string | { readonly name: string }
  }
  return {
    folder,
    name: said.name,
    version: said.version,
    license: said.license,
    author: typeof said.author === 'object' ? said.author.name : said.author,
    texts: readdirSync(inRoot(folder))
      .filter(isLicenceFile)
      .map((name) => readFileSync(inRoot(folder, name), 'utf8').trim()),
  }
}

/** Packages of which no code is bundled, and which are carried all the same: the database driver and the fonts. */
const carriedWhole = (): readonly string[] => {
  const { dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  return Object.keys(dependencies)
    .filter((name) => name === 'better-sqlite3-multiple-ciphers' || name.startsWith('@fontsource'))
    .map((name) => `node_modules/${name}`)
}

/**
 * Every package of others that the bundles are made of, or that goes along with them, in the order of names.
 *
 * @param bundles folders of bundles, with their source maps
 * @param beside folders of packages, as package-lock.json names them, that lie beside the bundles in this package
 */
export const carriedBy = (bundles: readonly string[], beside: readonly string[] = []): readonly Carried[] => {
  const unique = new Map(
    [...bundles.flatMap(bundledFolders), ...carriedWhole(), ...beside]
      .map(readCarried)
      .map((one) => [`${one.name}@${one.version}`, one]),
  )
  return [...unique.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

/** The usual texts, for packages that name a licence and bring none. */
const usualText = (license: string): string | null => {
  const file = license === 'Apache-2.0' ? inRoot('LICENSE') : inRoot('scripts/licenses', `${license}.txt`)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

const textsOf = ({ name, license, author, texts }: Carried): readonly string[] => {
  if (texts.length > 0) return texts
  const usual =
    (license ?? '')
      .match(/[\w.-]+/gu)
      ?.filter((word) => word !== 'AND' && word !== 'OR')
      .map(usualText) ?? []
  if (usual.length === 0 || usual.includes(null))
    throw new Error(
      `${name} names the licence ${JSON.stringify(license)}, brings no text, and none is in scripts/licenses.`,
    )
  return [`Copyright (c) ${author ?? `the authors of ${name}`}`, ...usual.filter((text) => text !== null)]
}

/**
 * The text of THIRD-PARTY-NOTICES.txt: each package with its version, its licence and the licence's text.
 *
 * @throws where a package has neither a licence text nor a licence whose usual text is known: such a package must not
 *   be carried
 */
export const noticesText = (carried: readonly Carried[]): string =>
  [
    'Fieldseal contains the following packages of others, each under its own licence.\n',
    ...carried.map((one) =>
      [`${'='.repeat(80)}\n${one.name} ${one.version}\n${one.license ?? 'see below'}\n`, ...textsOf(one)].join('\n'),
    ),
  ].join('\n\n')
