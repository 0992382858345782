import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Locator, Page } from '@playwright/test'
import type { Desktop } from '../support/electron.ts'
import { servicesOn } from '../support/processes.ts'
import { folderWith, largeFile, openPiece, pieces } from './evidence-steps.ts'
import { picture } from './looks.ts'
import { addCase, api, expect, firstRun, show, test } from './steps.ts'

/** What the window says of a file that is being saved, however that ends. */

const downloads = (page: Page): Locator => page.getByRole('region', { name: 'Downloads' })

/** Chooses the place in the stead of the person, and does to the download what the test wants. */
const saveInto = (
  app: ElectronApplication,
  folder: string,
  happens: { readonly stopped?: number; readonly altered?: boolean } = {},
): Promise<void> =>
  app.evaluate(
    ({ session }, { target, stopped, altered }) => {
      const own = session.fromPartition('fieldseal')
      own.on('will-download', (_event, item) => {
        // What the question would be that a person gets: Electron's own title is the link of the bytes.
        Object.assign(globalThis, { question: item.getSaveDialogOptions() })
        const file = `${target}/${item.getFilename()}`
        item.setSavePath(file)
        if (stopped !== undefined) process.kill(stopped, 'SIGSTOP')
        if (altered === true) item.once('done', () => process.getBuiltinModule('node:fs').appendFileSync(file, 'x'))
      })
    },
    { target: folder, ...happens },
  )

/** Answers every question with that button, counted from 0, and keeps what was asked. */
const answerWith = (app: ElectronApplication, button: number): Promise<void> =>
  app.evaluate(({ dialog }, response) => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    Object.assign(dialog, {
      showMessageBox: (...given: unknown[]) => {
        const { message, detail, buttons } = given.at(-1) as { message: string; detail: string; buttons: string[] }
        asked.push([message, detail, ...buttons].join('\n'))
        return Promise.resolve({ response, checkboxChecked: false })
      },
    })
  }, button)

const asked = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)

/** Acquires a file by the interface and opens it. */
const openAcquired = async (page: Page, file: string): Promise<void> => {
  const id = await addCase(page, 'A laptop is imaged')
  const begun = await api(page, 'POST', `/api/v1/cases/${id}/acquisitions`, {
    path: file,
    facts: { source: 'disk', method: 'logical_copy' },
  })
  const {
    data: { id: acquisition },
  } = begun.body as { data: { id: number } }
  const stateOf = async (): Promise<unknown> =>
    ((await api(page, 'GET', `/api/v1/acquisitions/${acquisition}`)).body as { data: { state: string } }).data.state
  // Waited for here: the list of a window that did not begin it looks for it at leisure.
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('done')
  await show(page, `/cases/${id}/evidence`)
  await expect(
    pieces(page)
      .getByRole('row')
      .filter({ hasText: path.basename(file) })
      .locator('code'),
  ).toHaveAttribute('title', createHash('sha256').update(readFileSync(file)).digest('hex'))
  await openPiece(page, path.basename(file))
}

/** A piece of 300 MiB, open, whose service is stopped as soon as a download of it begins; `pid` is the service's. */
const openLarge = async (
  desktop: Desktop,
  scratch: string,
): Promise<{ readonly app: ElectronApplication; readonly page: Page; readonly out: string; readonly pid: number }> => {
  const { app, page } = desktop
  await firstRun(desktop)
  const out = folderWith(scratch, 'out', { '.keep': '' })
  await openAcquired(page, largeFile(path.join(scratch, 'laptop.dd'), 300))
  const [service] = servicesOn(`${scratch}/workspace`)
  const { pid } = service!
  await saveInto(app, out, { stopped: pid })
  return { app, page, out, pid }
}

test('a file that was saved is named with its place, after its hash was compared, and shown in its folder by keyboard', async ({
  openDesktop,
  scratch,
}) => {
  const desktop = await openDesktop()
  const { app, page } = desktop
  await firstRun(desktop)
  const out = folderWith(scratch, 'out', { '.keep': '' })
  await saveInto(app, out)
  await openAcquired(page, path.join(folderWith(scratch, 'in', { 'letter.txt': 'Dear Sir\n' }), 'letter.txt'))
  await page.keyboard.press('d')
  await expect(downloads(page).getByRole('listitem')).toContainText(
    /Saved to.*letter\.txt.*its SHA-256 is the one that the service states/,
  )
  await expect(page.getByRole('status').filter({ hasText: 'letter.txt is saved' })).toHaveCount(1)
  expect(readFileSync(path.join(out, 'letter.txt'), 'utf8')).toBe('Dear Sir\n')
  expect(statSync(path.join(out, 'letter.txt')).mode & 0o777, 'nobody else on this computer reads it').toBe(0o600)
  expect(await app.evaluate(() => (globalThis as unknown as { question: unknown }).question)).toMatchObject({
    title: 'Save File',
  })
  await picture(page, 'download-saved')

  await app.evaluate(({ shell }) => {
    Object.assign(globalThis, { shown: null })
    Object.assign(shell, { showItemInFolder: (file: string) => Object.assign(globalThis, { shown: file }) })
  })
  const show = downloads(page).getByRole('button', { name: 'Show letter.txt in its folder' })
  await show.focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { shown: string | null }).shown))
    .toBe(path.join(out, 'letter.txt'))
  await page.keyboard.press('Tab')
  await expect(downloads(page).getByRole('button', { name: 'Hide the download of letter.txt' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(downloads(page)).toHaveCount(0)
})

test('a file that is not what the service states is removed and said to be no true copy', async ({
  openDesktop,
  scratch,
}) => {
  const desktop = await openDesktop()
  const { app, page } = desktop
  await firstRun(desktop)
  const out = folderWith(scratch, 'out', { '.keep': '' })
  await saveInto(app, out, { altered: true })
  await openAcquired(page, path.join(folderWith(scratch, 'in', { 'letter.txt': 'Dear Sir\n' }), 'letter.txt'))
  await page.keyboard.press('d')
  await expect(downloads(page).getByRole('alert')).toContainText(
    /another SHA-256 than the service states, so it was removed/,
  )
  expect(existsSync(path.join(out, 'letter.txt'))).toBe(false)
})

test('a download whose service is killed is said to have failed; while it runs, closing the window asks', async ({
  openDesktop,
  scratch,
}) => {
  const { app, page, out, pid } = await openLarge(await openDesktop(), scratch)
  await answerWith(app, 0)
  await page.keyboard.press('d')
  await expect(downloads(page).getByRole('listitem')).toContainText(/Downloading.* of 300 MiB/)
  await picture(page, 'download-running')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await expect
    .poll(async () => (await asked(app)).map((question) => question.split('\n')))
    .toEqual([expect.arrayContaining(['Files are still being saved', 'laptop.dd', 'Stay'])])

  process.kill(pid, 'SIGKILL')
  await expect(downloads(page).getByRole('alert')).toContainText(
    /Not saved The service ended or restarted before the file was complete.*Nothing in the workspace was lost.*Download it again/,
  )
  expect(readdirSync(out)).toEqual(['.keep'])
  await expect.poll(() => servicesOn(`${scratch}/workspace`).some((one) => one.pid !== pid)).toBe(true)
  await expect.poll(() => page.evaluate(async () => (await window.fieldseal!.serviceState()).kind)).toBe('ready')
  await picture(page, 'download-failed')
  await downloads(page).getByRole('button', { name: 'Hide the download of laptop.dd' }).press('Enter')
  await expect(downloads(page)).toHaveCount(0)
})

test('a download is cancelled by keyboard, and no part of it is left', async ({ openDesktop, scratch }) => {
  const { page, out, pid } = await openLarge(await openDesktop(), scratch)
  try {
    await page.keyboard.press('d')
    const cancel = downloads(page).getByRole('button', { name: 'Cancel the download of laptop.dd' })
    await cancel.focus()
    await page.keyboard.press('Enter')
    await expect(downloads(page).getByRole('listitem')).toContainText('Cancelled; no file was kept')
    expect(readdirSync(out)).toEqual(['.keep'])
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

test('whoever leaves in the middle all the same ends the application, and no part of the file is left', async ({
  openDesktop,
  scratch,
}) => {
  const { app, page, out } = await openLarge(await openDesktop(), scratch)
  await answerWith(app, 1)
  await page.keyboard.press('d')
  await expect(downloads(page).getByRole('listitem')).toContainText('Downloading')
  const ended = app.waitForEvent('close')
  // The connection ends with the application, before it has answered.
  await app.evaluate(({ BrowserWindow }) => setImmediate(() => BrowserWindow.getAllWindows()[0]?.close()))
  await ended
  expect(readdirSync(out)).toEqual(['.keep'])
})
