import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { _electron, errors, expect, type ElectronApplication, type Page } from '@playwright/test'
import { findElectron } from '../../scripts/lib/electron.ts'
import { root } from '../../scripts/lib/paths.ts'
import { servicesOn } from './processes.ts'

/** A folder of its own for one test, and how to remove it. */
export function scratchFolder(name: string): { path: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), `fieldseal-${name}-`))
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

export type DesktopOptions = {
  /** The workspace; a folder without one shows the first run. */
  readonly dataDir: string
  /** Chromium's profile, window state and logs. */
  readonly userDataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** The folder with package.json and dist/; the repository itself unless told. */
  readonly appDir?: string
  readonly args?: readonly string[]
}

export type Desktop = {
  readonly app: ElectronApplication
  readonly page: Page
  close(): Promise<void>
}

/** Chromium draws in software under a virtual display; without this switch the launch fails now and then. */
const displaySwitches = ['--disable-gpu']

/**
 * What was set for this Node is not meant for the one in Electron, but for where the service finds its compiled code.
 */
const isInherited = (name: string): boolean => !name.startsWith('NODE_') || name === 'NODE_COMPILE_CACHE'

export function environmentWith(extra: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && isInherited(pair[0]),
  )
  return { ...Object.fromEntries(inherited), ...extra }
}

/**
 * What the first launch may take; each one after it twice what the one before might, for a machine that is only slow is
 * let in by and by.
 */
const firstLaunchMs = 12_000
const launchAttempts = 4

const isLaunchTimeout = (error: unknown): boolean => error instanceof errors.TimeoutError

/**
 * Launches Electron for Playwright. Its debugger, attaching at the moment at which the first page is made, can hold
 * that page back for ever; then the launch is given up and made again. Nothing of the application has been used by
 * then.
 */
async function launchElectron(
  options: Parameters<typeof _electron.launch>[0],
  dataDir: string,
  attempt = 1,
): Promise<ElectronApplication> {
  // Another window may be at work on the same folder, whose service stays.
  const before = servicesOn(dataDir).map(({ pid }) => pid)
  const timeout = firstLaunchMs * 2 ** (attempt - 1)
  try {
    return await _electron.launch({ ...options, timeout })
  } catch (error) {
    if (!isLaunchTimeout(error) || attempt === launchAttempts) throw error
    console.warn(`Electron did not let Playwright in within ${timeout / 1_000} s; launching it again`)
    await expect.poll(() => servicesOn(dataDir).filter(({ pid }) => !before.includes(pid))).toEqual([])
    return await launchElectron(options, dataDir, attempt + 1)
  }
}

/** Starts the desktop application from its sources' bundles and waits for its window. */
export async function launchDesktop({
  dataDir,
  userDataDir,
  env = {},
  appDir = root,
  args = [],
}: DesktopOptions): Promise<Desktop> {
  const electron = await findElectron()
  if (!electron.ok) throw new Error(electron.error)
  const options = {
    executablePath: electron.value.executable,
    args: [...displaySwitches, appDir, `--user-data-dir=${userDataDir}`, ...args],
    env: environmentWith({ FIELDSEAL_DATA: dataDir, ...env }),
    cwd: appDir,
  }
  const app = await launchElectron(options, dataDir)
  const page = await app.firstWindow()
  await page.waitForLoadState('domcontentloaded')
  return { app, page, close: () => app.close() }
}
