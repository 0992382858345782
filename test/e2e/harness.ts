import { test as base, type Page } from '@playwright/test'
import { launchDesktop, scratchFolder, type Desktop, type DesktopOptions } from '../support/electron.ts'
import { initWorkspace, launchChromium, serveWorkspace, type InitialWorkspace, type Served } from '../support/served.ts'

export { expect } from '@playwright/test'
export { initWorkspace, fieldseal } from '../support/served.ts'
export { launchDesktop, scratchFolder } from '../support/electron.ts'

/** A served workspace open in Chromium, not signed in. */
export type OpenedServer = { readonly page: Page; readonly served: Served; readonly workspace: InitialWorkspace }

type Fixtures = {
  /** An empty folder, removed afterwards. */
  readonly scratch: string
  /** Starts desktop windows; all are closed afterwards. Folders default to ones inside `scratch`. */
  readonly openDesktop: (options?: Partial<DesktopOptions>) => Promise<Desktop>
  /** Makes a workspace, serves it and opens it in Chromium; all is stopped afterwards. */
  readonly serveAndOpen: (init?: readonly string[]) => Promise<OpenedServer>
}

/** Playwright's `test` with the ways to open Fieldseal. */
export const test = base.extend<Fixtures>({
   
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
  serveAndOpen: async ({ scratch }, use) => {
    const closers: (() => Promise<void>)[] = []
    await use(async (init = []) => {
      const workspace = initWorkspace(`${scratch}/served`, init)
      const served = await serveWorkspace(`${scratch}/served`)
      closers.push(() => served.stop())
      const browser = await launchChromium()
      closers.push(() => browser.close())
      const page = await browser.newPage()
      await page.goto(served.url)
      return { page, served, workspace }
    })
    for (const close of closers.reverse()) await close()
  },
})
