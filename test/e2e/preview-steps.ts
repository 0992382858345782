import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ConsoleMessage, Dialog, Frame, FrameLocator, Page } from '@playwright/test'
import { buildPreviewApp, openPreview, servePreview, type OpenedPreview, type WindowKind } from '../support/preview.ts'
import { sharedFolder } from '../support/prepared.ts'
import type { TestPiece } from '../support/preview-host/host.ts'
import { expect, scratchFolder, test as base } from './harness.ts'
import { axeFaults, grave, type Asked } from './looks.ts'

export { expect } from './harness.ts'

/** What pages and frames did that they must never do, until it is asked for. */
const watch = (page: Page): (() => readonly string[]) => {
  const seen: string[] = []
  const told = (error: Error): void => void seen.push(`error: ${error.message}`)
  const asked = (dialog: Dialog): void => void seen.push(`dialog: ${dialog.message()}`)
  const written = (message: ConsoleMessage): void => {
    if (/content security policy|trusted ?types/i.test(message.text())) seen.push(`console: ${message.text()}`)
  }
  page.on('pageerror', told).on('dialog', asked).on('console', written)
  return () => {
    page.off('pageerror', told).off('dialog', asked).off('console', written)
    return seen
  }
}

type WorkerFixtures = { readonly previewApp: string }
type Fixtures = {
  /** The address of a service that the windows of a file share: what breaks into a viewer leaves it as it was. */
  readonly serviceOfTheFile: () => Promise<string>
  /**
   * The page of the tests in the window that those of a file share, loaded anew; what it did that it must never do
   * fails the test.
   */
  readonly open: (kind: WindowKind) => Promise<OpenedPreview>
  /** Opens it in a window of its own and without that watch, for tests that break in themselves. */
  readonly openUnwatched: (kind: WindowKind) => Promise<OpenedPreview>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  previewApp: [
    async ({}, use) => {
      await use(await sharedFolder('preview app', buildPreviewApp))
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  serviceOfTheFile: async ({ previewApp, keptOpen, fileEntered: _ }, use) => {
    await use(async () => {
      const service = await keptOpen.use('service', async () => {
        const folder = scratchFolder('preview-service')
        const served = await servePreview(previewApp, folder.path)
        return {
          url: served.url,
          close: async () => {
            await served.stop()
            folder.remove()
          },
        }
      })
      return service.url
    })
  },
  openUnwatched: async ({ previewApp, serviceOfTheFile, scratch }, use) => {
    const opened: OpenedPreview[] = []
    await use(async (kind) => {
      const one = await openPreview(
        kind === 'desktop' ? { folder: previewApp, scratch } : { url: await serviceOfTheFile() },
      )
      opened.push(one)
      return one
    })
    for (const one of opened) await one.close()
  },
  open: async ({ previewApp, serviceOfTheFile, keptOpen, fileEntered: _ }, use) => {
    const watched: (() => readonly string[])[] = []
    await use(async (kind) => {
      const opened = await keptOpen.use(kind, async () => {
        const folder = scratchFolder('preview-window')
        const place = { folder: previewApp, scratch: folder.path }
        const window = await openPreview(kind === 'desktop' ? place : { url: await serviceOfTheFile() })
        return {
          ...window,
          close: async () => {
            await window.close()
            folder.remove()
          },
        }
      })
      watched.push(watch(opened.page))
      await opened.page.reload()
      await opened.page.waitForFunction(() => window.previewHost !== undefined)
      return opened
    })
    expect(watched.flatMap((seen) => seen())).toEqual([])
  },
})

/** The inside of the viewer. */
export const viewer = (page: Page): FrameLocator => page.frameLocator('iframe')

/** The viewer's frame itself, for what only its script can do. */
export const viewerFrame = async (page: Page): Promise<Frame> => {
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame()
  if (frame === null || frame === undefined) throw new Error('there is no viewer')
  return frame
}

const state = (page: Page) => page.locator('[data-state]')

/** Hands a piece to the page of the tests and waits for what becomes of it. */
export const show = async (page: Page, piece: TestPiece, becomes: 'shown' | 'failed' = 'shown'): Promise<void> => {
  await page.evaluate((given) => window.previewHost?.show(given), piece)
  await expect(page.getByRole('region', { name: `Preview of ${piece.name}` })).toBeVisible()
  await expect(state(page)).toHaveAttribute('data-state', becomes)
}

/** A real server on loopback, every request that reached it, and how often anything connected to it. */
export const listen = async (): Promise<{
  readonly address: string
  readonly requests: string[]
  readonly connections: () => number
  close(): Promise<void>
}> => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.setHeader('access-control-allow-origin', '*')
    response.end('reached')
  })
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** axe inside the viewer's own frame: its serious and critical faults. */
export const viewerFaults = async (page: Page, asked: Asked): Promise<readonly string[]> =>
  axeFaults(await viewerFrame(page), { asked, impacts: grave })
