import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './paths.ts'

/** A package of others that the product carries, with the licence texts that came with it. */
export type Carried = {
  readonly name: string
  readonly version: string
  /** As its package.json names it; absent where it names none. */
  readonly license: string | undefined
  readonly author: string | undefined
  /** The files of the package that state its licence. */
  readonly texts: readonly string[]
}

/** A package as Vite lists it. */
type Listed = {
  readonly name: string
  readonly version: string
  readonly identifier?: string
  readonly text?: string
}

const folderOfPackages = '/node_modules/'

/**
 * The folder of the package that a source file belongs to, or null where it is our own.
 *
 * @param source an absolute path with `/`
 */
export const packageFolderOf = (source: string): string | null => {
  const at = source.lastIndexOf(folderOfPackages)
  if (at === -1) return null
  const from = at + folderOfPackages.length
  const parts = source.slice(from).split('/')
  return source.slice(0, from) + parts.slice(0, parts[0]?.startsWith('@') ? 2 : 1).join('/')
}

/** The folders of all packages whose code is in the bundles, by the source maps beside them. */
const bundledFolders = (dist: string): readonly string[] => {
  const maps = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'))
  const folders = maps.flatMap((map) => {
    const file = path.join(dist, map)
    const { sources } = JSON.parse(readFileSync(file, 'utf8')) as { readonly sources: readonly (string | null)[] }
    return sources
      .filter((source) => source !== null)
      .map((source) => packageFolderOf(path.resolve(path.dirname(file), source).replaceAll('\\', '/')))
  })
  return [...new Set(folders.filter((folder) => folder !== null))].sort()
}

const isLicenceFile = (name: string): boolean => /^(licen[cs]e|copying|notice)/i.test(name)

const readCarried = (folder: string): Carried | null => {
  const file = path.join(folder, 'package.json')
  // A file that a bundler makes up lies in no package.
  if (!existsSync(file)) return null
  const said = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly license?: string
    readonly author?: string | { readonly name: string }
  }
  return {
    name: said.name,
    version: said.version,
    license: said.license,
    author: typeof said.author === 'object' ? said.author.name : said.author,
    texts: readdirSync(folder)
      .filter(isLicenceFile)
      .map((name) => readFileSync(path.join(folder, name), 'utf8').trim()),
  }
}

/** The package of that name and version that lies on top of the others, which has all its texts. */
const inFolder = (name: string, version: string): Carried | null => {
  const carried = readCarried(inRoot('node_modules', name))
  return carried?.version === version ? carried : null
}

/** What the bundler itself says of the window's bundles, which have no source maps. */
const listedBy = (dist: string): readonly Carried[] =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => /[\\/]\.vite[\\/]licenses[\w-]*\.json$/.test(file))
    .flatMap((file) => JSON.parse(readFileSync(path.join(dist, file), 'utf8')) as Listed[])
    .map(
      ({ name, version, identifier, text }) =>
        inFolder(name, version) ?? { name, version, license: identifier, author: undefined, texts: text ? [text] : [] },
    )

/** Packages of which no code is bundled, and which are carried all the same: the database driver and the fonts. */
const carriedWhole = (): readonly string[] => {
  const { dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  return Object.keys(dependencies)
    .filter((name) => name === 'better-sqlite3-multiple-ciphers' || name.startsWith('@fontsource'))
    .map((name) => inRoot('node_modules', name))
}

/**
 * Every package of others that the bundles in `dist` are made of, or that goes along with them, in the order of names.
 *
 * @param dist a folder of bundles, with the source maps of those for Node and Vite's lists of those for a browser
 */
export const carriedBy = (dist: string): readonly Carried[] => {
  const read = [...bundledFolders(dist), ...carriedWhole()].map(readCarried).filter((one) => one !== null)
  const all = [...read, ...listedBy(dist)]
  const unique = new Map(all.map((one) => [`${one.name}@${one.version}`, one]))
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
