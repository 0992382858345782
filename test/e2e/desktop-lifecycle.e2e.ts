import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { findElectron } from '../../scripts/lib/electron.ts'
import { root } from '../../scripts/lib/paths.ts'
import { rootSwitches } from '../../scripts/lib/run.ts'
import { environmentWith, type Desktop } from '../support/electron.ts'
import { servicesOn } from '../support/processes.ts'
import { expect, test } from './harness.ts'
import { picture } from './looks.ts'

/** Starting, crashing, coming back, ending. */

const workspace = { institution: 'ACME', name: 'Acme Bank', admin: 'Ada Morgan', sample: false }

const stateOf = (desktop: Desktop): Promise<unknown> =>
  desktop.page.evaluate(async () => (await window.fieldseal!.serviceState()).kind)

/** Makes the workspace once the service has said that there is none. */
async function makeWorkspace(desktop: Desktop): Promise<void> {
  await expect.poll(() => stateOf(desktop)).toBe('first-run')
  expect(
    await desktop.page.evaluate(async (input) => (await window.fieldseal!.createWorkspace(input)).ok, workspace),
  ).toBe(true)
}

test('the first run refuses names that nobody else may enter, and says which', async ({ openDesktop, scratch }) => {
  const desktop = await openDesktop()
  await expect.poll(() => stateOf(desktop)).toBe('first-run')
  const { page } = desktop
  await page.getByLabel('Institution code').fill('ACME')
  await page.getByLabel('Institution', { exact: true }).fill('Acme Bank')
  await page.getByLabel('Your name').fill('Ada\u202enagroM')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Your name: holds a control character, a line break or a text-direction override. Nothing was made',
  )
  expect(existsSync(`${scratch}/workspace/fieldseal.db`)).toBe(false)
  await page.getByLabel('Your name').fill('Ada Morgan')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await expect.poll(() => stateOf(desktop)).toBe('ready')
})

async function createCase(desktop: Desktop, title: string): Promise<number> {
  return desktop.page.evaluate(async (named) => {
    const body = JSON.stringify({ title: named, description: 'Invented for a test.', priority: 'high' })
    const headers = { 'content-type': 'application/json', 'x-fieldseal-window': '1' }
    return (await fetch('/api/v1/cases', { method: 'POST', headers, body })).status
  }, title)
}

test('L-9: a folder whose database is missing is told of, and no workspace is made in its place', async ({
  openDesktop,
  scratch,
}) => {
  const stored = `${scratch}/workspace/blobs/sha256/ab`
  mkdirSync(stored, { recursive: true })
  writeFileSync(`${stored}/ab12`, 'the only copy')
  const desktop = await openDesktop()
  await expect(desktop.page.getByRole('alert')).toContainText(
    /has no fieldseal\.db and is not empty: it holds stored evidence.*fieldseal restore/,
  )
  await picture(desktop.page, 'first-run-refused')
  const made = await desktop.page.evaluate(async (input) => await window.fieldseal!.createWorkspace(input), workspace)
  expect(made).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  expect(readFileSync(`${stored}/ab12`, 'utf8')).toBe('the only copy')
  expect(readdirSync(`${scratch}/workspace`)).toEqual(['blobs'])
})

test('a killed service is shown, started again, and has kept its work', async ({ openDesktop, scratch }) => {
  const desktop = await openDesktop()
  await makeWorkspace(desktop)
  expect(await stateOf(desktop)).toBe('ready')
  await desktop.page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    window.fieldseal!.onServiceState((state) => seen.push(state.kind))
  })
  const [before] = servicesOn(`${scratch}/workspace`)
  process.kill(before!.pid, 'SIGKILL')
  await expect
    .poll(() => desktop.page.evaluate(() => (window as unknown as { seen: string[] }).seen))
    .toEqual(['restarting', 'ready'])
  const [after] = servicesOn(`${scratch}/workspace`)
  expect(after!.pid).not.toBe(before!.pid)
  expect(await desktop.page.evaluate(async () => (await fetch('/api/v1/cases')).status)).toBe(200)
})

test('quitting asks the service to finish; a second start finds its work', async ({ openDesktop, scratch }) => {
  const desktop = await openDesktop()
  await makeWorkspace(desktop)
  expect(await createCase(desktop, 'A case that stays')).toBe(201)
  await desktop.close()
  expect(servicesOn(`${scratch}/workspace`)).toEqual([])
  const again = await openDesktop()
  await expect.poll(() => stateOf(again)).toBe('ready')
  expect(await again.page.evaluate(async () => (await fetch('/api/v1/cases')).text())).toContain('A case that stays')
})

test('the service ends with an application that is killed', async ({ openDesktop, scratch }) => {
  const desktop = await openDesktop()
  await makeWorkspace(desktop)
  expect(servicesOn(`${scratch}/workspace`)).toHaveLength(1)
  const application = desktop.app.process()
  const closed = once(application, 'exit')
  application.kill('SIGKILL')
  await closed
  await expect.poll(() => servicesOn(`${scratch}/workspace`)).toEqual([])
})

test('a second start brings the first window to the front and ends', async ({ openDesktop, scratch }) => {
  const desktop = await openDesktop()
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.hide())
  const electron = await findElectron()
  if (!electron.ok) throw new Error(electron.error)
  const second = spawn(
    electron.value.executable,
    [...rootSwitches(), '--disable-gpu', root, `--user-data-dir=${scratch}/profile`],
    {
      env: environmentWith({ FIELDSEAL_DATA: `${scratch}/workspace` }),
      stdio: 'ignore',
    },
  )
  expect(await once(second, 'exit')).toEqual([0, null])
  await expect
    .poll(() =>
      desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible())),
    )
    .toEqual([true])
})

test('a second start with another workspace says so, and opens it instead where that is wished', async ({
  openDesktop,
  scratch,
}) => {
  const desktop = await openDesktop()
  await makeWorkspace(desktop)
  await expect
    .poll(() =>
      desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getTitle())),
    )
    .toEqual([`Fieldseal: ${scratch}/workspace`])
  // The person's answers, and what the application then does to itself.
  await desktop.app.evaluate(({ app, dialog }) => {
    const seen = { asked: [] as string[], relaunched: [] as string[][], quits: 0 }
    Object.assign(globalThis, { seen, quitAsItDoes: app.quit.bind(app) })
    const answer = (...given: unknown[]): Promise<{ response: number; checkboxChecked: boolean }> => {
      const { message, detail } = given.at(-1) as { message: string; detail: string }
      seen.asked.push(`${message}\n${detail}`)
      return Promise.resolve({ response: seen.asked.length - 1, checkboxChecked: false })
    }
    Object.assign(dialog, { showMessageBox: answer })
    Object.assign(app, {
      relaunch: ({ args }: { args: string[] }) => void seen.relaunched.push(args),
      quit: () => void (seen.quits += 1),
    })
  })
  const seen = (): Promise<{ asked: string[]; relaunched: string[][]; quits: number }> =>
    desktop.app.evaluate(
      () => (globalThis as unknown as { seen: { asked: string[]; relaunched: string[][]; quits: number } }).seen,
    )
  const electron = await findElectron()
  if (!electron.ok) throw new Error(electron.error)
  const { executable } = electron.value
  const startOn = async (folder: string): Promise<void> => {
    const second = spawn(
      executable,
      [...rootSwitches(), '--disable-gpu', root, `--user-data-dir=${scratch}/profile`, `--data=${folder}`],
      { env: environmentWith({}), stdio: 'ignore' },
    )
    expect(await once(second, 'exit')).toEqual([0, null])
  }
  await startOn(`${scratch}/workspace`)
  await startOn(`${scratch}/beta`)
  await expect.poll(async () => (await seen()).asked.length).toBe(1)
  expect(await seen()).toMatchObject({ relaunched: [], quits: 0 })
  await startOn(`${scratch}/beta`)
  await expect.poll(async () => (await seen()).quits).toBe(1)
  const { asked, relaunched } = await seen()
  for (const question of asked)
    for (const folder of [`${scratch}/workspace`, `${scratch}/beta`]) expect(question).toContain(folder)
  expect(relaunched).toEqual([expect.arrayContaining([`--user-data-dir=${scratch}/profile`, `--data=${scratch}/beta`])])
  await desktop.app.evaluate(
    ({ app }) =>
      void Object.assign(app, { quit: (globalThis as unknown as { quitAsItDoes: () => void }).quitAsItDoes }),
  )
})

test('another profile on the same folder is refused with a reason', async ({ openDesktop, scratch }) => {
  const first = await openDesktop()
  await makeWorkspace(first)
  const second = await openDesktop({ userDataDir: `${scratch}/other-profile` })
  await expect.poll(() => stateOf(second)).toBe('failed')
  const state = await second.page.evaluate(() => window.fieldseal!.serviceState())
  if (state.kind !== 'failed') throw new Error(`expected a failure, got ${state.kind}`)
  expect(state.reason).toMatch(/another|already|in use|locked/i)
  await first.close()
  await second.page.evaluate(() => window.fieldseal!.restartService())
  await expect.poll(() => stateOf(second)).toBe('ready')
})

test('the window comes back where it was', async ({ openDesktop, scratch }) => {
  const desktop = await openDesktop()
  await desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]!.setBounds({ x: 60, y: 40, width: 1000, height: 700 }),
  )
  await desktop.close()
  expect(JSON.parse(readFileSync(`${scratch}/profile/window.json`, 'utf8'))).toMatchObject({ width: 1000, height: 700 })
  const again = await openDesktop()
  expect(
    await again.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getNormalBounds()),
  ).toMatchObject({ width: 1000, height: 700 })
})

test('a crashed page is loaded again', async ({ openDesktop, scratch }) => {
  const desktop = await openDesktop()
  const reloaded = desktop.app.evaluate(
    ({ webContents }) =>
      new Promise((resolve) => {
        const contents = webContents.getAllWebContents()[0]!
        // Only the load after the crash counts: the first one may still be finishing.
        contents.once('render-process-gone', () => contents.once('did-finish-load', () => resolve(contents.getURL())))
        contents.forcefullyCrashRenderer()
      }),
  )
  expect(await reloaded).toMatch(/^app:\/\/fieldseal\//)
  expect(readFileSync(`${scratch}/profile/logs/app.log`, 'utf8')).toMatch(/the page ended \((crashed|killed)\)/)
})

test('the native menu sends its commands to the window', async ({ openDesktop, scratch }) => {
  const desktop = await openDesktop()
  await desktop.page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    window.fieldseal!.onCommand((command) => heard.push(command))
  })
  const ids = ['case.new', 'case.search', 'palette.open', 'case.verify', 'theme.toggle']
  await desktop.app.evaluate(({ Menu }, chosen) => {
    for (const id of chosen) (Menu.getApplicationMenu()!.getMenuItemById(id)!.click as () => void)()
  }, ids)
  await expect.poll(() => desktop.page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual(ids)
  expect(existsSync(`${scratch}/profile/logs/app.log`)).toBe(true)
})
