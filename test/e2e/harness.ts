import { test as base, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { launchDesktop, scratchFolder, type Desktop, type DesktopOptions } from '../support/electron.ts'
import { startServiceHost, type Hosted, type ServiceHost } from '../support/hosted.ts'
import { copyWorkspace, preparedVariable } from '../support/prepared-served.ts'
import { launchChromium, type InitialWorkspace } from '../support/served.ts'

export { expect } from '@playwright/test'
export { initWorkspace, fieldseal } from '../support/served.ts'
export { scratchFolder } from '../support/electron.ts'

/** A workspace that is served, and a page of Chromium that has loaded nothing yet. */
export type OpenedServer = { readonly page: Page; readonly served: Hosted; readonly workspace: InitialWorkspace }

type Fixtures = {
  /** An empty folder, removed afterwards. */
  readonly scratch: string
  /** Starts desktop windows; all are closed afterwards. Folders default to ones inside `scratch`. */
  readonly openDesktop: (options?: Partial<DesktopOptions>) => Promise<Desktop>
  /** Is given each page of `serveAndOpen` before it has loaded anything. */
  readonly beforeLoad: (page: Page) => Promise<void>
  /** Makes a workspace and serves it, and makes a page for it; all is stopped afterwards. */
  readonly serveAndOpen: (init?: readonly string[]) => Promise<OpenedServer>
}

type WorkerFixtures = {
  /** Chromium, started once. */
  readonly chromiumOfTheWorker: Browser
  /** What the pages of `serveAndOpen` have in common: what was loaded once, and compiled, is not loaded again. Each test finds it without cookies and storage. */
  readonly contextOfTheWorker: BrowserContext
  /** Where the services of `serveAndOpen` run. */
  readonly hostOfTheWorker: ServiceHost
  /** Makes a workspace as `fieldseal init` does: a copy of what it made, shortly before, by the same arguments. */
  readonly makeWorkspace: (dataDir: string, init: readonly string[]) => InitialWorkspace
}

/** Takes away what an earlier test left in the browser under this address, and under the others of this computer. */
const forgetAll = async (page: Page, url: string): Promise<void> => {
  await page.context().clearCookies()
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'local_storage,indexeddb,cache_storage,service_workers,file_systems' })
  await session.detach()
}

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
  contextOfTheWorker: [
    async ({ chromiumOfTheWorker }, use) => {
      const context = await chromiumOfTheWorker.newContext()
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  hostOfTheWorker: [
    async ({}, use) => {
      const host = startServiceHost()
      await use(host)
      await host.end()
    },
    { scope: 'worker' },
  ],
  makeWorkspace: [
    async ({}, use) => {
      const folder = scratchFolder('workspaces')
      await use((dataDir, init) => copyWorkspace(process.env[preparedVariable] ?? folder.path, dataDir, init))
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
  serveAndOpen: async ({ scratch, contextOfTheWorker, hostOfTheWorker, makeWorkspace, beforeLoad }, use) => {
    const closers: (() => Promise<void>)[] = []
    await use(async (init = []) => {
      const workspace = makeWorkspace(`${scratch}/served`, init)
      const served = await hostOfTheWorker.open(`${scratch}/served`)
      closers.push(() => served.stop())
      const page = await contextOfTheWorker.newPage()
      closers.push(() => page.close())
      await forgetAll(page, served.url)
      await beforeLoad(page)
      return { page, served, workspace }
    })
    for (const close of closers.reverse()) await close()
  },
})
