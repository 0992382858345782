import { existsSync } from 'node:fs'
import path from 'node:path'
import type { FoundElectron } from './electron.ts'
import { inRoot } from './paths.ts'

/** From this major version on Electron offers Node-API 10, and the service runs inside it. */
const firstWithNodeApi10 = 36

const driver = 'node_modules/better-sqlite3-multiple-ciphers'

/** The word that version, name, window and About of everything carry that is no release. */
const evaluation = 'evaluation'

/** Why a package with this Electron is no release; null where it is one. */
export const whyNoRelease = ({ version, origin }: FoundElectron, wanted: string): string | null => {
  if (origin !== 'electron-package')
    return `Electron ${version} was taken from another project's package, because Electron ${wanted} could not be downloaded; set ELECTRON_MIRROR`
  return version === wanted ? null : `Electron ${version} is installed, and package.json names ${wanted}; run "npm ci"`
}

/** A Node to put beside the application, for an Electron that cannot run the service itself. */
function nodeResource(): { from: string; to: string } {
  const node = inRoot('node_modules', `node-linux-${process.arch}`, 'bin/node')
  if (!existsSync(node)) throw new Error(`${node} is missing. Run "npm ci".`)
  return { from: path.relative(inRoot(), node), to: 'node/node' }
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

/** What electron-builder is told beside electron-builder.yml. */
export const packageConfig = ({ version, isRelease, electron, dist, notices }: PackageParts): object => {
  const inside = Number(electron.version.split('.')[0]) >= firstWithNodeApi10
  return {
    extends: inRoot('electron-builder.yml'),
    electronVersion: electron.version,
    ...(dist === undefined ? {} : { electronDist: dist }),
    extraMetadata: { version: isRelease ? version : `${version}-${evaluation}` },
    // A native module is loaded from a file; a Node beside the application cannot read inside the archive either.
    asarUnpack: [`${driver}/prebuilds/**`, ...(inside ? [] : ['dist/service/**', `${driver}/**`])],
    extraResources: [{ from: 'build/icons/256x256.png', to: 'icon.png' }, ...(inside ? [] : [nodeResource()])],
    extraFiles: [
      { from: 'LICENSE', to: 'LICENSE.txt' },
      { from: 'NOTICE', to: 'NOTICE.txt' },
      { from: notices, to: 'THIRD-PARTY-NOTICES.txt' },
    ],
  }
}
