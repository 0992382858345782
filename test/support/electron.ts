import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { findElectron } from '../../scripts/lib/electron.ts'
import { root } from '../../scripts/lib/paths.ts'

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

export function environmentWith(extra: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined && !pair[0].startsWith('NODE_'))
  return { ...Object.fromEntries(inherited), ...extra }
}

/** Starts the desktop application from its sources' bundles and waits for its window. */
export async function launchDesktop({ dataDir, userDataDir, env = {}, appDir = root, args = [] }: DesktopOptions): Promise<Desktop> {
  const electron = await findElectron()
  if (!electron.ok) throw new Error(electron.error)
  const app = await _electron.launch({
    executablePath: electron.value.executable,
    args: [...displaySwitches, appDir, `--user-data-dir=${userDataDir}`, ...args],
    env: environmentWith({ FIELDSEAL_DATA: dataDir, ...env }),
    cwd: appDir,
  })
  const page = await app.firstWindow()
  await page.waitForLoadState('domcontentloaded')
  return { app, page, close: () => app.close() }
}
