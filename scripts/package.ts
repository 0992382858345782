/**
 * `npm run package [-- --dir]`: the unpacked application and an archive of it in release/, from the Electron that is at
 * hand;
 * --dir leaves the archive out.
 */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findElectron, type FoundElectron } from './lib/electron.ts'
import { cacheDir, inRoot } from './lib/paths.ts'
import { runNode, toolFile } from './lib/run.ts'

/** From this major version on Electron offers Node-API 10, and the service runs inside it. */
const firstWithNodeApi10 = 36

/** A copy of Electron as its releases are: electron-builder packs the folder as it finds it. */
function cleanDist(electron: FoundElectron): string {
  const copy = path.join(cacheDir, 'electron-to-pack')
  rmSync(copy, { recursive: true, force: true })
  cpSync(electron.dist, copy, { recursive: true, verbatimSymlinks: true })
  rmSync(path.join(copy, 'resources/default_app.asar'), { force: true })
  return copy
}

const icon = { from: 'build/icons/256x256.png', to: 'icon.png' }

/** A Node to put beside the application, for an Electron that cannot run the service itself. */
function nodeResource(): { from: string; to: string } {
  const node = inRoot('node_modules', `node-linux-${process.arch}`, 'bin/node')
  if (!existsSync(node)) throw new Error(`${node} is missing. Run "npm ci".`)
  return { from: path.relative(inRoot(), node), to: 'node/node' }
}

const electron = await findElectron()
if (!electron.ok) {
  console.error(`No Electron to pack: ${electron.error}`)
  process.exit(1)
}
if ((await runNode('scripts/build.ts', ['--only', 'service,app,preload,renderer'])) !== 0) process.exit(1)
rmSync(inRoot('release'), { recursive: true, force: true })

const { version, origin } = electron.value
const isFallback = Number(version.split('.')[0]) < firstWithNodeApi10
if (isFallback)
  console.error(`packing Electron ${version}: for evaluation only, releases take the version in package.json`)
const configFile = path.join(cacheDir, 'electron-builder.json')
const config = {
  extends: inRoot('electron-builder.yml'),
  electronVersion: version,
  ...(origin === 'npm-registry' ? { electronDist: cleanDist(electron.value) } : {}),
  extraResources: isFallback ? [icon, nodeResource()] : [icon],
}
mkdirSync(cacheDir, { recursive: true })
writeFileSync(configFile, JSON.stringify(config, null, 2))
const sevenZip = ['/usr/bin/7za', '/usr/bin/7z'].find((file) => existsSync(file))
// Measured: 155 MB in over five minutes by default, 166 MB in half a minute at this level.
const env = {
  ELECTRON_BUILDER_COMPRESSION_LEVEL: '3',
  ...process.env,
  ...(sevenZip ? { ELECTRON_BUILDER_7ZIP_PATH: sevenZip, USE_SYSTEM_7ZA: 'true' } : {}),
}
process.exit(
  await runNode(
    toolFile('electron-builder', 'cli.js'),
    ['--publish', 'never', '--config', configFile, ...process.argv.slice(2)],
    { env },
  ),
)
