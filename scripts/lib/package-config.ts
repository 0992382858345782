import { existsSync } from 'node:fs'
import type { FoundElectron } from './electron.ts'
import { inRoot } from './paths.ts'

/** From this major version on Electron offers Node-API 10, and the service runs inside it. */
const firstWithNodeApi10 = 36

/** What of dist/ the application holds, as electron-builder.yml says. */
export const packedParts = ['app', 'preload', 'renderer', 'service', 'viewer'] as const

const driver = 'node_modules/better-sqlite3-multiple-ciphers'

/** The word that version, name, window and About of everything carry that is no release. */
const evaluation = 'evaluation'

/** Why a package with this Electron is no release; null where it is one. */
export const whyNoRelease = ({ version, origin }: FoundElectron, wanted: string): string | null => {
  if (origin !== 'electron-package')
    return `Electron ${version} was taken from another project's package, because Electron ${wanted} could not be downloaded; set ELECTRON_MIRROR`
  return version === wanted ? null : `Electron ${version} is installed, and package.json names ${wanted}; run "npm ci"`
}

/** Whether this Electron runs the service itself. */
const runsService = ({ version }: FoundElectron): boolean => Number(version.split('.')[0]) >= firstWithNodeApi10

/** The package of the Node that goes beside the application, for an Electron that cannot run the service itself. */
export function nodeBeside(electron: FoundElectron): readonly string[] {
  if (runsService(electron)) return []
  const folder = `node_modules/node-linux-${process.arch}`
  if (!existsSync(inRoot(folder, 'bin/node'))) throw new Error(`${folder} is missing. Run "npm ci".`)
  return [folder]
}

export type PackageParts = {
  /** As package.json names it. */
  readonly version: string
  readonly isRelease: boolean
  readonly electron: FoundElectron
  /** The folder of Electron to pack, where electron-builder does not fetch its own. */
  readonly dist: string | undefined
  /** The file with the licences of others. */
  readonly notices: string
}

/** The version of what is made: of anything but a release it says so. */
export const packedVersion = (version: string, isRelease: boolean): string =>
  isRelease ? version : `${version}-${evaluation}`

/** What electron-builder is told beside electron-builder.yml. */
export const packageConfig = ({ version, isRelease, electron, dist, notices }: PackageParts): object => {
  const inside = runsService(electron)
  const node = nodeBeside(electron).map((folder) => ({ from: `${folder}/bin/node`, to: 'node/node' }))
  return {
    extends: inRoot('electron-builder.yml'),
    electronVersion: electron.version,
    ...(dist === undefined ? {} : { electronDist: dist }),
    // A desktop joins a window to its starter by the second.
    extraMetadata: { version: packedVersion(version, isRelease), desktopName: 'fieldseal.desktop' },
    // A release that could not be signed or notarised is none. What is for evaluation is made in a minute, not small.
    ...(isRelease
      ? { forceCodeSigning: true, mac: { notarize: true } }
      : { deb: { compression: 'gz' }, rpm: { compression: 'gzip' } }),
    // A native module is loaded from a file; a Node beside the application cannot read inside the archive either.
    asarUnpack: [`${driver}/prebuilds/**`, ...(inside ? [] : ['dist/service/**', `${driver}/**`])],
    extraResources: [{ from: 'build/icons/256x256.png', to: 'icon.png' }, ...node],
    extraFiles: [
      { from: 'LICENSE', to: 'LICENSE.txt' },
      { from: 'NOTICE', to: 'NOTICE.txt' },
      { from: notices, to: 'THIRD-PARTY-NOTICES.txt' },
    ],
  }
}

const platforms: Partial<Record<NodeJS.Platform, readonly [flag: string, archive: string]>> = {
  linux: ['--linux', 'tar.gz'],
  darwin: ['--mac', 'zip'],
  win32: ['--win', 'zip'],
}

/** What electron-builder is to make: by the arguments of `npm run package`, the folder, an archive, or all installers. */
export function targetArguments(args: readonly string[], platform: NodeJS.Platform): readonly string[] {
  if (args.includes('--dir')) return ['--dir']
  const [flag, archive] = platforms[platform] ?? []
  if (flag === undefined || archive === undefined) throw new Error(`no package is made on ${platform}`)
  const named = args.includes('--installers') ? args.slice(args.indexOf('--installers') + 1) : null
  if (named === null) return args.includes('--release') ? [flag] : [flag, 'dir', archive]
  return [flag, ...named.filter((name) => !name.startsWith('-'))]
}
