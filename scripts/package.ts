/**
 * `npm run package [-- --dir]`: the unpacked application and an archive of it in release/; --dir leaves the archive
 * out, --installers makes the installers of electron-builder.yml, or those that are named after it (--installers deb
 * rpm). What it makes is for evaluation, and says so. `npm run release` makes all of it as a release, and fails where
 * it would not be one.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findElectron, type FoundElectron } from './lib/electron.ts'
import { cacheDir, inRoot } from './lib/paths.ts'
import { carriedBy, noticesText } from './lib/notices.ts'
import {
  nodeBeside,
  packageConfig,
  packedParts,
  packedVersion,
  targetArguments,
  whyNoRelease,
} from './lib/package-config.ts'
import { sbomEnding, sbomOf, type LockFile } from './lib/releasing/sbom.ts'
import { runNode, toolFile } from './lib/run.ts'

/**
 * A copy of Electron as its releases are: electron-builder packs the folder as it finds it. Electron's own resources
 * are its default application alone, which a package leaves out.
 */
function cleanDist(electron: FoundElectron): string {
  const copy = path.join(cacheDir, 'electron-to-pack')
  rmSync(copy, { recursive: true, force: true })
  cpSync(electron.dist, copy, { recursive: true, verbatimSymlinks: true })
  rmSync(path.join(copy, 'resources'), { recursive: true, force: true })
  mkdirSync(path.join(copy, 'resources'))
  return copy
}

const args = process.argv.slice(2)
const isRelease = args.includes('--release')
const electron = await findElectron({ ownFirst: true })
if (!electron.ok) {
  console.error(`No Electron to pack: ${electron.error}`)
  process.exit(1)
}
const { name, version, license, devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly devDependencies: { readonly electron: string }
}
const why = whyNoRelease(electron.value, devDependencies.electron)
if (isRelease && why !== null) {
  console.error(`No release was made: ${why}`)
  process.exit(1)
}
if (!isRelease) console.error(`for evaluation: ${why ?? '`npm run release` makes a release'}`)
if ((await runNode('scripts/build.ts', ['--only', packedParts.join(',')])) !== 0) process.exit(1)
rmSync(inRoot('release'), { recursive: true, force: true })
const carried = carriedBy(
  packedParts.map((part) => inRoot('dist', part)),
  nodeBeside(electron.value),
)
const notices = path.join(cacheDir, 'THIRD-PARTY-NOTICES.txt')
mkdirSync(cacheDir, { recursive: true })
writeFileSync(notices, noticesText(carried))

const configFile = path.join(cacheDir, 'electron-builder.json')
const config = packageConfig({
  version,
  isRelease,
  electron: electron.value,
  dist: electron.value.origin === 'npm-registry' ? cleanDist(electron.value) : undefined,
  notices,
})
writeFileSync(configFile, JSON.stringify(config, null, 2))
const sevenZip = ['/usr/bin/7za', '/usr/bin/7z'].find((file) => existsSync(file))
// Measured: 155 MB in over five minutes by default, 166 MB in half a minute at this level.
const env = {
  ELECTRON_BUILDER_COMPRESSION_LEVEL: '3',
  ...process.env,
  ...(sevenZip ? { ELECTRON_BUILDER_7ZIP_PATH: sevenZip, USE_SYSTEM_7ZA: 'true' } : {}),
}
const built = await runNode(
  toolFile('electron-builder', 'cli.js'),
  ['--publish', 'never', '--config', configFile, ...targetArguments(args, process.platform)],
  { env },
)
if (built !== 0) process.exit(built)

const packed = packedVersion(version, isRelease)
const sbom = sbomOf({
  product: { name, version: packed, license },
  system: process.platform,
  carried,
  lock: JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as LockFile,
  electron: electron.value,
  at: new Date(process.env.SOURCE_DATE_EPOCH ? Number(process.env.SOURCE_DATE_EPOCH) * 1000 : Date.now()),
})
writeFileSync(inRoot('release', `${name}-${packed}-${process.platform}${sbomEnding}`), JSON.stringify(sbom, null, 2))
