import { cpSync } from 'node:fs'
import { test as base, type Browser, type Page } from '@playwright/test'
import { launchDesktop, scratchFolder, type Desktop, type DesktopOptions } from '../support/electron.ts'
import { initWorkspace, launchChromium, serveWorkspace, type InitialWorkspace, type Served } from '../support/served.ts'

export { expect } from '@playwright/test'
export { initWorkspace, fieldseal } from '../support/served.ts'
export { scratchFolder } from '../support/electron.ts'

/** A served workspace open in Chromium, not signed in. */
export type OpenedServer = { readonly page: Page; readonly served: Served; readonly workspace: InitialWorkspace }

type Fixtures = {
  /** An empty folder, removed afterwards. */
  readonly scratch: string
  /** Starts desktop windows; all are closed afterwards. Folders default to ones inside `scratch`. */
  readonly openDesktop: (options?: Partial<DesktopOptions>) => Promise<Desktop>
  /** Is given each page of `serveAndOpen` before it has loaded anything. */
  readonly beforeLoad: (page: Page) => Promise<void>
  /** Makes a workspace, serves it and opens it in Chromium; all is stopped afterwards. */
  readonly serveAndOpen: (init?: readonly string[]) => Promise<OpenedServer>
}

type WorkerFixtures = {
  /** Chromium, started once; each test has a context of its own in it. */
  readonly chromiumOfTheWorker: Browser
  /** Makes a workspace as `fieldseal init` does: a copy of what it made, shortly before, by the same arguments. */
  readonly makeWorkspace: (dataDir: string, init: readonly string[]) => InitialWorkspace
}

type Made = { readonly dir: string; readonly workspace: InitialWorkspace; readonly atMs: number }

/** A workspace as old as this is made anew: its stories begin at the time at which it was made. */
const copiedForMs = 300_000

/** Playwright's `test` with the ways to open Fieldseal. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  chromiumOfTheWorker: [
    async ({}, use) => {
      const browser = await launchChromium()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  makeWorkspace: [
    async ({}, use) => {
      const folder = scratchFolder('workspaces')
      const made = new Map<string, Made>()
      const make = (init: readonly string[]): Made => {
        const dir = `${folder.path}/${Math.round(performance.now())}`
        return { dir, workspace: initWorkspace(dir, init), atMs: performance.now() }
      }
      await use((dataDir, init) => {
        const name = init.join(' ')
        const known = made.get(name)
        const current = known !== undefined && performance.now() - known.atMs < copiedForMs ? known : make(init)
        made.set(name, current)
        cpSync(current.dir, dataDir, { recursive: true })
        return current.workspace
      })
      folder.remove()
    },
    { scope: 'worker' },
  ],
  scratch: async ({}, use) => {
    const folder = scratchFolder('e2e')
    await use(folder.path)
    folder.remove()
  },
  openDesktop: async ({ scratch }, use) => {
    const opened: Desktop[] = []
    await use(async (options = {}) => {
      const desktop = await launchDesktop({ dataDir: `${scratch}/workspace`, userDataDir: `${scratch}/profile`, ...options })
      opened.push(desktop)
      return desktop
    })
    for (const desktop of opened) await desktop.close()
  },
  beforeLoad: async ({}, use) => {
    await use(() => Promise.resolve())
  },
  serveAndOpen: async ({ scratch, chromiumOfTheWorker, makeWorkspace, beforeLoad }, use) => {
    const closers: (() => Promise<void>)[] = []
    await use(async (init = []) => {
      const workspace = makeWorkspace(`${scratch}/served`, init)
      const served = await serveWorkspace(`${scratch}/served`)
      closers.push(() => served.stop())
      const context = await chromiumOfTheWorker.newContext()
      closers.push(() => context.close())
      const page = await context.newPage()
      await beforeLoad(page)
      await page.goto(served.url)
      return { page, served, workspace }
    })
    for (const close of closers.reverse()) await close()
  },
})
