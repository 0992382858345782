import { root } from '../../scripts/lib/paths.ts'
import { expect, test } from './harness.ts'

/** The walls around the window: docs/decisions/electron-security.md names each point and the test that holds it. */

test('the page is sandboxed: no Node, and a bridge of a few functions', async ({ desktopOfTheFile }) => {
  const { app, page } = desktopOfTheFile
  expect(page.url()).toMatch(/^app:\/\/fieldseal\//)
  const world = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'global', '__dirname'].filter((name) => name in globalThis),
    bridge: Object.keys(window.fieldseal ?? {}).sort(),
    version: window.fieldseal?.version,
    invented: window.fieldseal?.pathForFile(new File(['x'], '/etc/passwd')),
  }))
  expect(world.node).toEqual([])
  expect(world.bridge).toEqual([
    'chooseCarriedFile',
    'createWorkspace',
    'dataFolder',
    'downloads',
    'holdsUnstored',
    'keep',
    'kept',
    'keyPlace',
    'onCommand',
    'onDownloads',
    'onOpened',
    'onServiceState',
    'onUpdates',
    'pathForFile',
    'platform',
    'restartService',
    'serviceState',
    'showLogs',
    'steerDownload',
    'stepUpdates',
    'takeOpened',
    'updates',
    'version',
  ])
  expect(world.invented).toBe('')
  expect(world.version).toMatch(/^\d+\.\d+\.\d+/)
  const preferences = await app.evaluate(({ webContents }) => {
    type WithPreferences = { getLastWebPreferences(): Record<string, unknown> }
    return (webContents.getAllWebContents()[0] as unknown as WithPreferences).getLastWebPreferences()
  })
  expect(preferences).toMatchObject({
    contextIsolation: true,
    nodeIntegration: false,
    sandbox: true,
    webSecurity: true,
    webviewTag: false,
  })
})

test('the content security policy refuses code from strings, inline scripts and styles, frames, and other hosts', async ({
  desktopOfTheFile,
}) => {
  const { page } = desktopOfTheFile
  const found = await page.evaluate(async () => {
    const violated: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => violated.push(event.effectiveDirective))
    // The browser tells of a refused frame after the page's own tasks: the test ends at its time limit where it never
    // does.
    const frameRefused = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        if (event.effectiveDirective === 'frame-src') resolve()
      })
    })
    const attempt = (action: () => unknown): string => {
      try {
        action()
        return 'ran'
      } catch (error) {
        return (error as Error).name
      }
    }
    const add = (name: string, attributes: Record<string, string>, text = ''): void => {
      const element = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      element.textContent = text
      document.body.append(element)
    }
    add('script', {}, 'window.inlineRan = true')
    add('style', {}, 'body { display: none }')
    add('iframe', { src: 'https://example.com/' })
    add('img', { src: 'https://example.com/a.png' })
    const fetched = await fetch('https://example.com/').then(
      () => 'reached',
      () => 'refused',
    )
    const loopback = await fetch('http://127.0.0.1:9/').then(
      () => 'reached',
      () => 'refused',
    )
    const policy = (await fetch('/')).headers.get('content-security-policy')
    await frameRefused
    // Last, after the awaits: what the debugger runs in its own task is exempt from the policy.
    const evaluated = attempt(() => void window.eval('1'))
    return { violated, evaluated, fetched, loopback, policy, inlineRan: 'inlineRan' in window }
  })
  expect(found).toMatchObject({ evaluated: 'EvalError', fetched: 'refused', loopback: 'refused', inlineRan: false })
  expect(found.policy).toContain("default-src 'none'")
  expect(found.policy).not.toContain('unsafe')
  for (const directive of ['script-src-elem', 'style-src-elem', 'frame-src', 'img-src', 'connect-src'])
    expect(found.violated).toContain(directive)
})

test('every permission is denied but putting text on the clipboard', async ({ desktopOfTheFile }) => {
  const { page } = desktopOfTheFile
  const answers = await page.evaluate(async () => {
    const position = new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('granted'),
        () => resolve('denied'),
      ),
    )
    const refusal = (promise: Promise<unknown>): Promise<unknown> =>
      promise.then(
        () => 'granted',
        () => 'denied',
      )
    return {
      notifications: await Notification.requestPermission(),
      position: await position,
      camera: await refusal(navigator.mediaDevices.getUserMedia({ video: true })),
      screen: await refusal(navigator.mediaDevices.getDisplayMedia()),
      clipboardRead: await refusal(navigator.clipboard.readText()),
      midi: await refusal(navigator.requestMIDIAccess()),
    }
  })
  expect(answers).toEqual({
    notifications: 'denied',
    position: 'denied',
    camera: 'denied',
    screen: 'denied',
    clipboardRead: 'denied',
    midi: 'denied',
  })
})

test('no second window, no page elsewhere, no path out of the folder', async ({ desktopOfTheFile }) => {
  const { app, page } = desktopOfTheFile
  const found = await page.evaluate(async () => {
    const status = async (path: string): Promise<number> => (await fetch(path)).status
    return {
      own: window.open('app://fieldseal/') === null,
      foreign: window.open('https://example.com/') === null,
      encoded: await status('/..%2f..%2fpackage.json'),
      dots: await status('/assets/%2e%2e/%2e%2e/package.json'),
      backslash: await status('/..%5c..%5cpackage.json'),
      font: await status('/fonts/@fontsource-variable/noto-sans-kr/files/noto-sans-kr-118-wght-normal.woff2'),
      besideFonts: await status('/fonts/..%2fservice.js'),
    }
  })
  expect(found).toEqual({
    own: true,
    foreign: true,
    encoded: 400,
    dots: 404,
    backslash: 400,
    font: 200,
    besideFonts: 400,
  })
  for (const address of [
    'https://example.com/',
    'file:///etc/passwd',
    'app://fieldseal/api/v1/cases',
    'app://other/',
    'data:text/html,x',
  ]) {
    await page.evaluate((target) => {
      const link = document.createElement('a')
      link.href = target
      document.body.append(link)
      link.click()
    }, address)
    await expect
      .poll(() => app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]!.getURL()))
      .toMatch(/^app:\/\/fieldseal\/(#|$)/)
  }
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('a session that anybody creates is locked as it is created', async ({ desktopOfTheFile }) => {
  const { app } = desktopOfTheFile
  const found = await app.evaluate(async ({ BrowserWindow, session }) => {
    const planted = session.fromPartition('planted')
    const answer = await planted.fetch('http://127.0.0.1:9/').then(
      () => 'reached',
      (error: Error) => error.message,
    )
    const stranger = new BrowserWindow({ show: false, webPreferences: { sandbox: true, partition: 'planted' } })
    await stranger.loadURL('data:text/html,<p>x').catch(() => undefined)
    const asked = 'Notification.requestPermission().catch((error) => error.message)'
    const permission = (await stranger.webContents.executeJavaScript(asked)) as string
    stranger.destroy()
    return { answer, permission, proxy: await planted.resolveProxy('https://example.com/') }
  })
  expect(found).toEqual({ answer: 'net::ERR_BLOCKED_BY_CLIENT', permission: 'denied', proxy: 'PROXY 127.0.0.1:1' })
})

test('a message from another window is refused', async ({ desktopOfTheFile }) => {
  const { app } = desktopOfTheFile
  const answer = await app.evaluate(async ({ BrowserWindow }, preload) => {
    const stranger = new BrowserWindow({
      show: false,
      webPreferences: { preload, sandbox: true, partition: 'fieldseal' },
    })
    await stranger.loadURL('app://fieldseal/')
    const asked = "window.fieldseal.serviceState().then(() => 'answered', (error) => error.message)"
    const told = (await stranger.webContents.executeJavaScript(asked)) as string
    stranger.destroy()
    return told
  }, `${root}/dist/preload/preload.cjs`)
  expect(answer).toContain('Refused')
})

test('the page never holds a credential, and cannot choose one', async ({ openDesktop }) => {
  const { page } = await openDesktop()
  await expect(page.getByRole('heading', { name: 'Set up this workspace' })).toBeVisible()
  await page.evaluate(() =>
    window.fieldseal!.createWorkspace({ institution: 'ACME', name: 'Acme Bank', admin: 'Ada Morgan', sample: false }),
  )
  const answer = await page.evaluate(async () => {
    const response = await fetch('/api/v1/cases', {
      headers: { authorization: 'Bearer forged', 'x-api-key': 'forged' },
    })
    return { status: response.status, cookie: document.cookie, policy: response.headers.get('content-security-policy') }
  })
  expect(answer).toMatchObject({ status: 200, cookie: '' })
  expect(answer.policy).toContain('sandbox')
})
