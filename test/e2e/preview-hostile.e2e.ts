import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { ElectronApplication, Page } from '@playwright/test'
import { windows } from '../support/preview.ts'
import { hostileHtml, hostilePdf, hostileSvg, pieceOf } from '../support/preview-files.ts'
import { picture } from './looks.ts'
import { expect, listen, show, test, viewer, viewerFrame } from './preview-steps.ts'

/**
 * Evidence that attacks its viewer. First what files alone can do; then a viewer that has been taken over, as if a file
 * had found a way to run script in it: it has no access to the window, the network or the file system, and can hang or
 * crash nothing but itself.
 */

const notes = pieceOf({ name: 'notes.txt', mediaType: 'text/plain', kind: 'text' }, Buffer.from('one\ntwo\n'))

/** The window is where it was, alone, and answers. */
const isWell = async (page: Page, app: ElectronApplication | null): Promise<void> => {
  expect(await page.evaluate(() => ({ path: location.pathname, ran: 'hostileRan' in window }))).toEqual({
    path: '/preview-test/index.html',
    ran: false,
  })
  expect(page.context().pages()).toHaveLength(1)
  if (app !== null) expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
}

for (const kind of windows) {
  test.describe(`in the ${kind} window`, () => {
    test('hostile files run no script, reach no server, and lead nowhere', async ({ open }) => {
      const { page, app } = await open(kind)
      const server = await listen()
      await show(
        page,
        pieceOf({ name: 'invoice.pdf', mediaType: 'application/pdf', kind: 'pdf' }, await hostilePdf(server.address)),
      )
      await expect(viewer(page).locator('.textLayer')).toContainText('A harmless invoice')
      await viewer(page)
        .locator('.pdf-page')
        .click({ position: { x: 200, y: 200 } })
      await isWell(page, app)
      await show(
        page,
        pieceOf(
          { name: 'invoice.svg', mediaType: 'image/svg+xml', kind: 'image' },
          Buffer.from(hostileSvg(server.address)),
        ),
      )
      await expect(viewer(page).getByText('320 × 200 pixels')).toBeVisible()
      await viewer(page).locator('img').click()
      await isWell(page, app)
      const html = hostileHtml(server.address)
      await show(page, pieceOf({ name: 'invoice.html', mediaType: 'text/html', kind: 'text' }, Buffer.from(html)))
      await expect(viewer(page).locator('.text-line')).toHaveText(html)
      await show(
        page,
        pieceOf({ name: 'html.png', mediaType: 'text/html', kind: 'image' }, Buffer.from(html)),
        'failed',
      )
      await show(
        page,
        pieceOf(
          { name: '<img src=x onerror=top.hostileRan=1>.csv', mediaType: 'text/csv', kind: 'table' },
          Buffer.from(`a,b\n"${html.replaceAll('"', '""')}",2\n`),
        ),
      )
      await expect(viewer(page).getByRole('cell').first()).toHaveText(html)
      await isWell(page, app)
      expect(server.requests).toEqual([])
      await server.close()
    })

    test('a viewer that was taken over has no origin, no bridge, no storage and no permission', async ({
      openUnwatched,
    }) => {
      const { page } = await openUnwatched(kind)
      await show(page, notes)
      const frame = await viewerFrame(page)
      // The policy of its pages takes the origin from it as well: what is found below does not show that the frame
      // does.
      expect(await (await frame.frameElement()).getAttribute('sandbox')).toBe('allow-scripts')
      const found = await frame.evaluate(async () => {
        const attempt = (action: () => unknown): unknown => {
          try {
            return action()
          } catch (error) {
            return (error as Error).name
          }
        }
        const refusal = (action: () => Promise<unknown>): Promise<unknown> =>
          Promise.resolve()
            .then(action)
            .then(
              () => 'granted',
              () => 'refused',
            )
        return {
          origin: self.origin,
          bridge: 'fieldseal' in window,
          node: ['require', 'process', 'Buffer', 'module'].filter((name) => name in globalThis),
          parent: attempt(() => parent.document.title),
          top: attempt(() => top?.location.href),
          cookie: attempt(() => document.cookie),
          local: attempt(() => localStorage.length),
          database: attempt(() => indexedDB.open('x').readyState),
          cache: await refusal(() => caches.open('x')),
          files: await refusal(() =>
            (navigator as unknown as { storage: { getDirectory(): Promise<unknown> } }).storage.getDirectory(),
          ),
          picker: await refusal(() =>
            (window as unknown as { showOpenFilePicker(): Promise<unknown> }).showOpenFilePicker(),
          ),
          serviceWorker: await refusal(async () => navigator.serviceWorker.register('index.js')),
          camera: await refusal(async () => navigator.mediaDevices.getUserMedia({ video: true })),
          screen: await refusal(async () => navigator.mediaDevices.getDisplayMedia()),
          clipboard: await refusal(async () => navigator.clipboard.readText()),
          fullscreen: await refusal(() => document.documentElement.requestFullscreen()),
        }
      })
      expect(found).toEqual({
        origin: 'null',
        bridge: false,
        node: [],
        parent: 'SecurityError',
        top: 'SecurityError',
        cookie: 'SecurityError',
        local: 'SecurityError',
        database: 'SecurityError',
        cache: 'refused',
        files: 'refused',
        picker: 'refused',
        serviceWorker: 'refused',
        camera: 'refused',
        screen: 'refused',
        clipboard: 'refused',
        fullscreen: 'refused',
      })
    })

    test('a viewer that was taken over reaches no server', async ({ openUnwatched }) => {
      const { page, app } = await openUnwatched(kind)
      const server = await listen()
      const packets: string[] = []
      const socket = createSocket('udp4', (message) => packets.push(message.toString('hex')))
      socket.bind(0, '127.0.0.1')
      await once(socket, 'listening')
      await show(page, notes)
      const frame = await viewerFrame(page)
      const outcomes = await frame.evaluate(
        async ({ address, udp }) => {
          const settled = (target: EventTarget): Promise<string> =>
            new Promise((resolve) => {
              target.addEventListener('load', () => resolve('loaded'))
              target.addEventListener('error', () => resolve('refused'))
            })
          const add = (name: string, attributes: Record<string, string>): Promise<string> => {
            const element = document.createElement(name)
            const outcome = settled(element)
            for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
            document.body.append(element)
            return outcome
          }
          const attempt = async (action: () => unknown): Promise<string> => {
            try {
              const outcome = await action()
              return typeof outcome === 'string' ? outcome : 'done'
            } catch {
              return 'refused'
            }
          }
          const inner = document.createElement('iframe')
          document.body.append(inner)
          navigator.sendBeacon(`${address}/beacon`, 'x')
          return {
            peers: await attempt(() => new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${udp}` }] })),
            innerPeers: await attempt(
              () =>
                new (inner.contentWindow as unknown as typeof globalThis).RTCPeerConnection({
                  iceServers: [{ urls: `stun:127.0.0.1:${udp}` }],
                }),
            ),
            fetch: await attempt(() => fetch(`${address}/fetch`)),
            own: await attempt(() => fetch('index.js')),
            request: await attempt(() => {
              const request = new XMLHttpRequest()
              request.open('GET', `${address}/xhr`, false)
              request.send()
            }),
            socket: await attempt(() => settled(new WebSocket(address.replace('http', 'ws')))),
            events: await attempt(() => settled(new EventSource(`${address}/events`))),
            image: await add('img', { src: `${address}/image.png` }),
            script: await add('script', { src: `${address}/script.js` }),
            style: await add('link', { rel: 'stylesheet', href: `${address}/style.css` }),
            object: await add('object', { data: `${address}/object` }),
            audio: await add('audio', { src: `${address}/audio.wav` }),
            module: await attempt(() => import(/* @vite-ignore */ `${address}/module.js`)),
            worker: await attempt(() => settled(new Worker(`${address}/worker.js`))),
            font: await attempt(() => new FontFace('x', `url(${address}/font.woff2)`).load()),
            evaluated: await attempt(() => void window.eval('1')),
          }
        },
        { address: server.address, udp: socket.address().port },
      )
      for (const [name, outcome] of Object.entries(outcomes)) expect.soft(outcome, name).toBe('refused')
      expect(server.connections()).toBe(0)
      // The server itself is reachable: what stands in its list is this, and nothing before it.
      await fetch(`${server.address}/fence`)
      expect(server.requests).toEqual(['GET /fence'])
      expect(packets).toEqual([])
      await isWell(page, app)
      socket.close()
      await server.close()
    })

    test('a viewer that was taken over leads neither itself nor the window anywhere, and opens nothing', async ({
      openUnwatched,
    }) => {
      const { page, app } = await openUnwatched(kind)
      const server = await listen()
      await show(page, notes)
      const frame = await viewerFrame(page)
      const opened = await frame.evaluate((address) => {
        const attempt = (action: () => unknown): string => {
          try {
            return action() === null ? 'refused' : 'done'
          } catch {
            return 'refused'
          }
        }
        const click = (target: string, download: boolean): void => {
          const link = document.createElement('a')
          Object.assign(link, { href: `${address}/link`, target, ...(download ? { download: 'x.exe' } : {}) })
          document.body.append(link)
          link.click()
        }
        click('_blank', false)
        click('_top', false)
        click('', true)
        alert('hello')
        return {
          window: attempt(() => window.open(`${address}/open`)),
          top: attempt(() => top?.location.replace(`${address}/top`)),
        }
      }, server.address)
      expect(opened.window).toBe('refused')
      await isWell(page, app)
      const left = frame
        .evaluate((address) => location.assign(`${address}/self`), server.address)
        .catch(() => undefined)
      await left
      await fetch(`${server.address}/fence`)
      expect(server.requests).toEqual(['GET /fence'])
      await isWell(page, app)
      await server.close()
    })

    test('a viewer that hangs leaves the window responsive, which says so, shows the bytes, and tries again', async ({
      openUnwatched,
    }) => {
      const { page, app } = await openUnwatched(kind)
      await show(page, notes)
      const frame = await viewerFrame(page)
      void frame
        .evaluate(() => {
          for (;;);
        })
        .catch(() => undefined)
      for (let turn = 0; turn < 20; turn += 1) expect(await page.evaluate((value) => value + 1, turn)).toBe(turn + 1)
      // It has answered twenty times before it even notices that the viewer does not.
      expect(await page.getByRole('alert').count()).toBe(0)
      await expect(page.getByRole('alert')).toContainText('The preview does not answer.')
      await expect(page.getByRole('alert')).toContainText(
        'The file may be built to hang a viewer. The evidence and your case are safe.',
      )
      await expect(page.locator('iframe')).toHaveCount(0)
      expect(await page.evaluate(() => window.previewHost?.troubles)).toEqual(['silent'])
      await picture(page, `preview-${kind}-silent`)
      await page.getByRole('button', { name: 'Show as hex' }).click()
      await expect(viewer(page).locator('.hex-row').first()).toContainText('6f 6e 65 0a')
      await page.getByText('Text', { exact: true }).click()
      await expect(viewer(page).locator('.text-line').first()).toHaveText('one')
      await isWell(page, app)
    })

    test('a viewer whose process ends leaves the window alive, which says so', async ({ openUnwatched }) => {
      const { page, app } = await openUnwatched(kind)
      await show(page, notes)
      // Playwright gives a page up when any of its processes ends: the window itself is asked.
      const own = await page.context().newCDPSession(page)
      const ask = async (expression: string): Promise<unknown> =>
        (await own.send('Runtime.evaluate', { expression, returnByValue: true })).result.value
      if (app === null) {
        const other = await page.context().newCDPSession(await viewerFrame(page))
        void other.send('Page.crash').catch(() => undefined)
      } else {
        const pid = await app.evaluate(
          ({ webContents }) => webContents.getAllWebContents()[0]?.mainFrame.frames[0]?.osProcessId ?? 0,
        )
        expect(pid).toBeGreaterThan(0)
        process.kill(pid, 'SIGKILL')
      }
      const alert = () => ask("document.querySelector('[role=alert]')?.innerText ?? ''")
      // A killed process closes its ports at once; the debugger's own crash of a frame leaves them open, and is noticed
      // by the pings.
      await expect
        .poll(alert)
        .toContain(app === null ? 'The preview does not answer.' : 'The preview ended unexpectedly.')
      expect(await alert()).toContain('The evidence and your case are safe.')
      expect(await ask('previewHost.troubles.join()')).toBe(app === null ? 'silent' : 'ended')
      await ask("[...document.querySelectorAll('button')].find((button) => button.innerText === 'Try again').click()")
      await expect.poll(() => ask("document.querySelector('[data-state]').dataset.state")).toBe('shown')
    })
  })
}

test('the viewer runs in a process of its own, which ends with it', async ({ open }) => {
  const { page, app } = await open('desktop')
  if (app === null) throw new Error('the desktop has an application')
  const frames = () =>
    app.evaluate(({ webContents }) => {
      const main = webContents.getAllWebContents()[0]?.mainFrame
      return (main?.framesInSubtree ?? []).map(({ url, origin, processId, osProcessId }) => ({
        url: url.split('/').slice(0, 3).join('/'),
        origin,
        processId,
        osProcessId,
      }))
    })
  await show(page, notes)
  const [own, other] = await frames()
  expect(own).toMatchObject({ url: 'app://fieldseal', origin: 'app://fieldseal' })
  expect(other).toMatchObject({ url: 'preview://viewer', origin: 'null' })
  expect(other?.processId).not.toBe(own?.processId)
  expect(other?.osProcessId).not.toBe(own?.osProcessId)
  await show(
    page,
    pieceOf({ name: 'a.png', mediaType: 'image/png', kind: 'image' }, Buffer.from('no picture')),
    'failed',
  )
  await expect.poll(async () => (await frames()).length).toBe(1)
  const metrics = () => app.evaluate(({ app: electron }) => electron.getAppMetrics().map(({ pid }) => pid))
  await expect.poll(async () => (await metrics()).includes(other?.osProcessId ?? 0)).toBe(false)
})

test('behind the viewer’s scheme are its files and nothing else, and no other frame is let into the window', async ({
  openUnwatched,
}) => {
  const { page } = await openUnwatched('desktop')
  const refused = await page.evaluate(async () => {
    const violated: string[] = []
    document.addEventListener('securitypolicyviolation', (event) =>
      violated.push(`${event.effectiveDirective} ${event.blockedURI}`),
    )
    const tried = ['https://example.com/', 'app://fieldseal/', 'data:text/html,x', 'preview://other/index.html']
    for (const address of tried) {
      const frame = document.createElement('iframe')
      frame.src = address
      document.body.append(frame)
    }
    const fetched = await fetch('preview://viewer/index.html').then(
      () => 'reached',
      () => 'refused',
    )
    while (violated.filter((line) => line.startsWith('frame-src')).length < tried.length)
      await new Promise((resolve) => setTimeout(resolve, 20))
    return { fetched, frames: violated.filter((line) => line.startsWith('frame-src')).length }
  })
  expect(refused).toEqual({ fetched: 'refused', frames: 4 })
})

test('Chromium itself has no way out of the desktop, not even by what asks no policy', async ({ openUnwatched }) => {
  const { page } = await openUnwatched('desktop')
  const server = await listen()
  const packets: string[] = []
  const socket = createSocket('udp4', (message) => packets.push(message.toString('hex')))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const servers = [
    { urls: `stun:127.0.0.1:${socket.address().port}` },
    { urls: `turn:${server.address.slice(7)}?transport=tcp`, username: 'a', credential: 'b' },
  ]
  await page.evaluate(async (iceServers) => {
    const connection = new RTCPeerConnection({ iceServers })
    connection.createDataChannel('x')
    const complete = new Promise((resolve) => {
      connection.addEventListener(
        'icegatheringstatechange',
        () => connection.iceGatheringState === 'complete' && resolve(null),
      )
    })
    await connection.setLocalDescription(await connection.createOffer())
    await complete
  }, servers)
  expect(packets).toEqual([])
  expect(server.connections()).toBe(0)
  socket.close()
  await server.close()
})
