import { createHash } from 'node:crypto'
import type { FoundElectron } from '../electron.ts'
import type { Carried } from '../notices.ts'

/** How the names of bills of materials end. */
export const sbomEnding = '.cdx.json'

/** What of package-lock.json is read here. */
export type LockFile = {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

export type LockedPackage = {
  readonly version?: string
  /** Subresource integrity of the tarball. */
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export type SbomParts = {
  readonly product: { readonly name: string; readonly version: string; readonly license: string }
  /** The system that the package is for: `linux-x64`. */
  readonly system: string
  readonly carried: readonly Carried[]
  readonly lock: LockFile
  /** Absent where none is carried, as in a hub. */
  readonly electron: Pick<FoundElectron, 'version' | 'origin'> | undefined
  readonly at: Date
}

/** A package as CycloneDX 1.6 describes it. */
type Component = {
  readonly type: 'library' | 'framework' | 'application'
  readonly 'bom-ref': string
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly object[]
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

export type Sbom = {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: '1.6'
  readonly serialNumber: string
  readonly version: 1
  readonly metadata: { readonly timestamp: string; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/** purl of an npm package: the `@` of a scope is escaped, the `/` after it is not. */
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** One SPDX identifier, an expression of several, or the words that the package has. */
const licensesOf = (license: string | undefined): readonly object[] => {
  if (license === undefined) return [{ license: { name: 'its text stands in THIRD-PARTY-NOTICES.txt' } }]
  if (/^[\w.-]+$/u.test(license)) return [{ license: { id: license } }]
  const expression = license.replaceAll(/\s+(and|or|with)\s+/giu, (word) => word.toUpperCase())
  const isExpression = /^[\w.()+-]+(?: (?:AND|OR|WITH) [\w.()+-]+)+$/u.test(expression)
  return isExpression ? [{ expression }] : [{ license: { name: license } }]
}

/** The SHA-512 of the tarball, in hexadecimal. */
const sha512Of = (integrity: string): string | null => {
  const found = /(?:^| )sha512-([A-Za-z0-9+/=]+)/u.exec(integrity)?.[1]
  return found === undefined ? null : Buffer.from(found, 'base64').toString('hex')
}

function componentOf({ folder, name, version, license }: Carried, { packages }: LockFile): Component {
  const locked = packages[folder]
  const hash = sha512Of(locked?.integrity ?? '')
  if (locked?.version !== version || hash === null)
    throw new Error(`${folder} has version ${version}, which package-lock.json does not hold. Run "npm ci".`)
  const [group, inGroup] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = purlOf(name, version)
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: inGroup ?? name,
    version,
    licenses: licensesOf(license),
    purl,
    hashes: [{ alg: 'SHA-512', content: hash }],
  }
}

const electronComponent = ({ version, origin }: Pick<FoundElectron, 'version' | 'origin'>): Component => {
  const purl = `pkg:github/electron/electron@v${version}`
  const borrowed = { name: 'fieldseal:origin', value: 'taken from another project’s npm package, for evaluation alone' }
  return {
    type: 'framework',
    'bom-ref': purl,
    name: 'electron',
    version,
    licenses: licensesOf('MIT'),
    purl,
    ...(origin === 'npm-registry' ? { properties: [borrowed] } : {}),
  }
}

/** Where Node finds `name` from within `folder`: the nearest folder of packages above it that holds it. */
function resolveFrom(folder: string, name: string, { packages }: LockFile): string | null {
  const inside = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
  if (packages[inside] !== undefined) return inside
  if (folder === '') return null
  const above = folder.lastIndexOf('/node_modules/')
  return resolveFrom(above === -1 ? '' : folder.slice(0, above), name, { packages })
}

/** What of the carried each asks for, by the lock file; a package of which no code is carried is left out. */
function dependsOn(folder: string, lock: LockFile, refs: ReadonlySet<string>): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies } = lock.packages[folder] ?? {}
  const found = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).map((name) => {
    const { version } = lock.packages[resolveFrom(folder, name, lock) ?? ''] ?? {}
    return purlOf(name, version ?? '')
  })
  return [...new Set(found.filter((ref) => refs.has(ref)))].sort()
}

/** The same content has the same number, so that two builds of one commit say the same. */
const serialNumberOf = (content: object): string => {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`]
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`
}

/**
 * The bill of materials (CycloneDX 1.6, ECMA-424) of a package: every package of others of which it holds code, each
 * with the hash that package-lock.json has, and Electron. What Electron and a native module are made of themselves is
 * not taken apart.
 *
 * @throws where something is carried that package-lock.json does not hold in that version
 */
export function sbomOf({ product, system, carried, lock, electron, at }: SbomParts): Sbom {
  const components = [
    ...carried.map((one) => componentOf(one, lock)),
    ...(electron === undefined ? [] : [electronComponent(electron)]),
  ]
  const refs = new Set(components.map((one) => one['bom-ref']))
  const ref = `pkg:generic/${product.name}@${product.version}?system=${system}`
  const component: Component = {
    type: 'application',
    'bom-ref': ref,
    name: product.name,
    version: product.version,
    licenses: licensesOf(product.license),
    purl: ref,
  }
  const own = electron === undefined ? [] : [electronComponent(electron)['bom-ref']]
  const content = {
    metadata: { timestamp: at.toISOString(), component },
    components,
    dependencies: [
      { ref, dependsOn: [...dependsOn('', lock, refs), ...own] },
      ...carried.map(({ folder, name, version }) => ({
        ref: purlOf(name, version),
        dependsOn: dependsOn(folder, lock, refs),
      })),
    ],
  }
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialNumberOf(content), version: 1, ...content }
}
