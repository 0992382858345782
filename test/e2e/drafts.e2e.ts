import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Desktop } from '../support/electron.ts'
import { servicesOn } from '../support/processes.ts'
import { fill, press } from './keyboard.ts'
import { addCase, api, entries, expect, firstRun, queueReady, showTimeline, signIn, test } from './steps.ts'

/** What is typed and not sealed: on no disk in the clear, and lost by nothing. */

const words = 'QUARTZNOTE the informant lives at 14 Elm Street'

/** The files below a folder that hold the words in one of the encodings in which Chromium writes. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file)
      return (['utf8', 'utf16le'] as const).some((encoding) => bytes.includes(Buffer.from(text, encoding)))
    })

const note = (page: Page) => page.getByRole('textbox', { name: 'Note' })

const typeNote = async (page: Page): Promise<void> => {
  await addCase(page, 'Chargeback ring')
  await page.getByRole('row', { name: /Chargeback ring/ }).click()
  await showTimeline(page)
  await expect(entries(page)).toHaveCount(1)
  await page.keyboard.press('n')
  await expect(note(page)).toBeFocused()
  await page.keyboard.type(words)
}

const kept = (page: Page): Promise<string> =>
  api(page, 'GET', '/api/v1/drafts').then(({ body }) => JSON.stringify(body))

const closeByHand = async ({ app }: Desktop): Promise<void> => {
  const ended = app.waitForEvent('close')
  // The connection ends with the application, before it has answered.
  await app.evaluate(({ BrowserWindow }) => setImmediate(() => BrowserWindow.getAllWindows()[0]?.close()))
  await ended
}

test('L-57: a window that is closed while somebody types loses nothing, writes nothing of it in the clear, and erases what earlier releases wrote', async ({
  openDesktop,
  scratch,
}) => {
  const profile = `${scratch}/profile`
  mkdirSync(`${profile}/Session Storage`, { recursive: true })
  writeFileSync(`${profile}/Session Storage/000003.log`, Buffer.from('QUARTZSAR of an earlier release', 'utf16le'))
  const first = await openDesktop({ dataDir: `${profile}/workspace` })
  await firstRun(first)
  expect(filesWith(profile, 'QUARTZSAR')).toEqual([])
  await first.page.getByRole('button', { name: 'Hide sidebar' }).click()
  await typeNote(first.page)
  await closeByHand(first)
  expect(filesWith(profile, 'QUARTZNOTE')).toEqual([])

  const second = await openDesktop({ dataDir: `${profile}/workspace` })
  await queueReady(second.page)
  await expect(second.page.getByRole('button', { name: 'Show sidebar' })).toBeVisible()
  await second.page.getByRole('row', { name: /Chargeback ring/ }).click()
  await showTimeline(second.page)
  await expect(note(second.page)).toHaveValue(words)
  await note(second.page).press('Control+Enter')
  await expect(entries(second.page)).toHaveCount(2)
  await expect.poll(() => kept(second.page)).not.toContain('QUARTZNOTE')
})

test('a window that holds text which the service has not taken asks before it closes, and stays unless told otherwise', async ({
  openDesktop,
  scratch,
}) => {
  const desktop = await openDesktop()
  const { app, page } = desktop
  await firstRun(desktop)
  await app.evaluate(({ dialog }) => {
    const asked: { message: string; buttons: string[]; defaultId: number; cancelId: number }[] = []
    Object.assign(globalThis, { asked })
    Object.assign(dialog, {
      showMessageBox: (...given: unknown[]) => {
        asked.push(given.at(-1) as (typeof asked)[number])
        return Promise.resolve({ response: 0, checkboxChecked: false })
      },
    })
  })
  const asked = (): Promise<{ message: string; buttons: string[]; defaultId: number; cancelId: number }[]> =>
    app.evaluate(() => (globalThis as unknown as { asked: never[] }).asked)
  const [service] = servicesOn(`${scratch}/workspace`)
  await addCase(page, 'Chargeback ring')
  await page.getByRole('row', { name: /Chargeback ring/ }).click()
  await showTimeline(page)
  await expect(entries(page)).toHaveCount(1)
  process.kill(service!.pid, 'SIGSTOP')
  try {
    await page.keyboard.press('n')
    await expect(note(page)).toBeFocused()
    await page.keyboard.type(words)
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect
      .poll(async () =>
        (await asked()).map(({ message, buttons, defaultId, cancelId }) => ({
          message,
          safe: [buttons[defaultId], buttons[cancelId]],
        })),
      )
      .toEqual([{ message: 'Text that you typed is not kept yet', safe: ['Stay', 'Stay'] }])
    await expect(note(page)).toHaveValue(words)
  } finally {
    process.kill(service!.pid, 'SIGCONT')
  }
  await expect.poll(() => kept(page)).toContain(words)
  await closeByHand(desktop)
})

test('in a browser a draft outlives a reload and lies in no storage of the browser, and one that is not kept yet is asked about', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await typeNote(page)
  await expect.poll(() => kept(page)).toContain(words)
  expect(
    await page.evaluate(() => JSON.stringify([{ ...window.sessionStorage }, { ...window.localStorage }])),
  ).not.toContain('QUARTZNOTE')
  await page.reload()
  await expect(note(page)).toHaveValue(words)

  await page.route('**/api/v1/drafts/**', (route) => route.abort())
  await note(page).press('End')
  await page.keyboard.type(' with her sister')
  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await page.evaluate(() => setTimeout(() => window.location.reload(), 0))
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await expect(note(page)).toHaveValue(`${words} with her sister`)
  await page.unroute('**/api/v1/drafts/**')
  await expect.poll(() => kept(page)).toContain('with her sister')
})

test('a rule that is being written is there again after a look elsewhere and after a reload, until it is saved or discarded', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  const rule = {
    key: 'r_one',
    name: 'Rule one',
    why: 'A test.',
    applies_to: [],
    logic: { above: [{ var: 'event.amount' }, 10] },
    signal: 'r_one',
    weight: 0.1,
    action: 'review',
    reason: 'Large.',
  }
  expect((await api(page, 'POST', '/api/v1/rules', rule)).status).toBe(201)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const look = (address: string) => page.goto(`${served.url}/#/${address}`)
  await look('rules/r_one')
  await expect(name).toHaveValue('Rule one')
  await fill(page, name, 'Named by me')
  await look('cases')
  await queueReady(page)
  await look('rules/r_one')
  await expect(name).toHaveValue('Named by me')
  await expect.poll(() => kept(page)).toContain('Named by me')

  // Somebody else writes meanwhile: what is typed still knows what it began from.
  expect((await api(page, 'PUT', '/api/v1/rules/r_one', { ...rule, weight: 0.9 })).status).toBe(200)
  await page.reload()
  await expect(name).toHaveValue('Named by me')
  await expect(page.getByRole('alert').filter({ hasText: 'while you were changing it' })).toContainText(
    'What you typed is still here',
  )
  await press(page, page.getByRole('button', { name: 'Show that version and discard my changes' }))
  await expect(name).toHaveValue('Rule one')
  await expect.poll(() => kept(page)).not.toContain('Named by me')

  await press(page, page.getByRole('button', { name: 'New rule' }))
  await fill(page, name, 'Of tomorrow')
  await expect.poll(() => kept(page)).toContain('Of tomorrow')
  await page.reload()
  await expect(name).toHaveValue('Of tomorrow')
  await press(page, page.getByRole('button', { name: 'Discard changes' }))
  await expect(name).toHaveValue('')
})

test('the first screen asks for the drafts beside the state of sync, and not after it', async ({ serveAndOpen }) => {
  const { page, ...opened } = await serveAndOpen()
  const asked = Promise.withResolvers<void>()
  await page.route('**/drafts', (route) => {
    asked.resolve()
    return route.continue()
  })
  // It is answered once the drafts were asked for: whoever waited for it first would wait for ever.
  await page.route('**/sync/state', async (route) => {
    await asked.promise
    await route.continue()
  })
  await signIn({ page, ...opened })
  await queueReady(page)
})
