import { test as base, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { launchDesktop, scratchFolder, type Desktop, type DesktopOptions } from '../support/electron.ts'
import { startServiceHost, type Hosted, type ServiceHost } from '../support/hosted.ts'
import { createKeptOpen, type KeptOpen } from '../support/kept-open.ts'
import { copyWorkspace } from '../support/prepared-served.ts'
import { launchChromium, type InitialWorkspace } from '../support/served.ts'

export { expect } from '@playwright/test'
export { scratchFolder } from '../support/electron.ts'

/** A folder that is served, and a page of Chromium that has loaded nothing yet. */
export type OpenedFolder = { readonly page: Page; readonly served: Hosted }

/** The same of a workspace that has just been made. */
export type OpenedServer = OpenedFolder & { readonly workspace: InitialWorkspace }

type Fixtures = {
  /** An empty folder, removed afterwards. */
  readonly scratch: string
  /** Starts desktop windows; all are closed afterwards. Folders default to ones inside `scratch`. */
  readonly openDesktop: (options?: Partial<DesktopOptions>) => Promise<Desktop>
  /**
   * The desktop window that the tests of a file share: on its first run, and loaded anew for each of them. What changes
   * a workspace, a process or a window has its own.
   */
  readonly desktopOfTheFile: Desktop
  /** Is given each page of `openFolder` and `serveAndOpen` before it has loaded anything. */
  readonly beforeLoad: (page: Page) => Promise<void>
  /** Serves the workspace of a folder, and makes a page for it; all is stopped afterwards, if it is not yet. */
  readonly openFolder: (dataDir: string) => Promise<OpenedFolder>
  /** Makes a workspace, and opens its folder. */
  readonly serveAndOpen: (init?: readonly string[]) => Promise<OpenedServer>
}

type AutoFixtures = {
  /** Closes what the tests of an earlier file have left open for each other. */
  readonly fileEntered: undefined
}

type WorkerFixtures = {
  /** Chromium, started once. */
  readonly chromiumOfTheWorker: Browser
  /**
   * What the pages of `openFolder` have in common: what was loaded once, and compiled, is not loaded again. Each test
   * finds it without cookies and storage.
   */
  readonly contextOfTheWorker: BrowserContext
  /** What the tests of a file share. */
  readonly keptOpen: KeptOpen
  /** Where the services of `openFolder` run. */
  readonly hostOfTheWorker: ServiceHost
}

/** Takes away what an earlier test left in the browser under this address, and under the others of this computer. */
const forgetAll = async (page: Page, url: string): Promise<void> => {
  await page.context().clearCookies()
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(url).origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers,file_systems',
  })
  await session.detach()
}

/**
 * A page that stays: Chromium keeps the process of an address, in which its scripts are compiled, for as long as it
 * shows one of its pages.
 */
const keepProcess = async (context: BrowserContext, url: string): Promise<void> => {
  if (context.pages().length > 0) return
  const page = await context.newPage()
  await page.goto(`${url}/seal.svg`)
}

/** Playwright's `test` with the ways to open Fieldseal. */
export const test = base.extend<Fixtures & AutoFixtures, WorkerFixtures>({
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
  keptOpen: [
    async ({}, use) => {
      const kept = createKeptOpen()
      await use(kept)
      await kept.enter('')
    },
    { scope: 'worker' },
  ],
  fileEntered: [
    async ({ keptOpen }, use, { file }) => {
      await keptOpen.enter(file)
      await use(undefined)
    },
    { auto: true },
  ],
  hostOfTheWorker: [
    async ({}, use) => {
      const host = startServiceHost()
      await use(host)
      await host.end()
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
      const desktop = await launchDesktop({
        dataDir: `${scratch}/workspace`,
        userDataDir: `${scratch}/profile`,
        ...options,
      })
      opened.push(desktop)
      return desktop
    })
    for (const desktop of opened) await desktop.close()
  },
  desktopOfTheFile: async ({ keptOpen, fileEntered: _ }, use) => {
    const desktop = await keptOpen.use('desktop', async () => {
      const folder = scratchFolder('window')
      const window = await launchDesktop({ dataDir: `${folder.path}/workspace`, userDataDir: `${folder.path}/profile` })
      return {
        ...window,
        close: async () => {
          await window.close()
          folder.remove()
        },
      }
    })
    await desktop.page.reload()
    await use(desktop)
  },
  beforeLoad: async ({}, use) => {
    await use(() => Promise.resolve())
  },
  openFolder: async ({ contextOfTheWorker, hostOfTheWorker, beforeLoad }, use) => {
    const closers: (() => Promise<void>)[] = []
    await use(async (dataDir) => {
      const served = await hostOfTheWorker.open(dataDir)
      closers.push(() => served.stop())
      await keepProcess(contextOfTheWorker, served.url)
      const page = await contextOfTheWorker.newPage()
      closers.push(() => page.close())
      await forgetAll(page, served.url)
      await beforeLoad(page)
      return { page, served }
    })
    for (const close of closers.reverse()) await close()
  },
  serveAndOpen: async ({ scratch, openFolder }, use) => {
    await use(async (init = []) => {
      const workspace = await copyWorkspace(`${scratch}/served`, init)
      return { ...(await openFolder(`${scratch}/served`)), workspace }
    })
  },
})
