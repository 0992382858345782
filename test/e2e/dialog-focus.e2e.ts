import type { Locator, Page } from '@playwright/test'
import { someOf } from '../support/tries.ts'
import { laidDetection, layDetection } from './detection-answers.ts'
import { addCase, api, expect, noDialog, show, signIn, test } from './steps.ts'

/**
 * Whoever closes a dialog, or presses a button that goes with its press, is where they were: on the button, and where
 * that has gone, on the list or the heading nearest to it.
 */

interface Opener {
  /** The address of the screen, after `#`. */
  readonly screen: string
  readonly opens: string
}

const openers = (caseId: number, reportId: string): readonly Opener[] => [
  { screen: '/cases', opens: 'New case' },
  { screen: '/cases', opens: 'Save this view' },
  { screen: `/cases/${caseId}`, opens: 'Status' },
  { screen: `/cases/${caseId}`, opens: 'Reassign' },
  { screen: `/cases/${caseId}`, opens: 'Verify' },
  { screen: `/cases/${caseId}/timeline`, opens: 'Show what was sealed' },
  { screen: `/cases/${caseId}/evidence`, opens: 'Export' },
  { screen: `/cases/${caseId}/evidence`, opens: 'Acquire' },
  { screen: `/reports/${reportId}`, opens: 'Preview' },
  { screen: `/reports/${reportId}`, opens: 'Withdraw' },
  { screen: '/model', opens: 'Train a model' },
  { screen: '/rules', opens: 'Put on trial' },
  { screen: '/screening', opens: 'Screen somebody' },
  { screen: '/lists', opens: 'Import a list' },
  { screen: '/settings/users', opens: 'Add user' },
  { screen: '/settings/users', opens: 'Add team' },
  { screen: '/settings/webhooks', opens: 'Create webhook' },
]

const openBy = async (page: Page, opener: Locator): Promise<void> => {
  await opener.focus()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
}

const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await noDialog(page)
}

const newReport = async (page: Page, caseId: number): Promise<string> => {
  const made = await api(page, 'POST', '/api/v1/reports', { kind: 'sar', case_id: caseId })
  expect(made.status).toBe(201)
  return (made.body as { data: { id: string } }).data.id
}

test('the button that opened a dialog has the focus again when it closes', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen(['--sample'])
  const { page } = opened
  await signIn(opened)
  const caseId = await addCase(page, 'Mule account')
  for (const { screen, opens } of someOf(openers(caseId, await newReport(page, caseId)), 3)) {
    await test.step(`${screen}: ${opens}`, async () => {
      await show(page, screen)
      const opener = page.getByRole('button', { name: opens, exact: opens.length < 9 }).first()
      await openBy(page, opener)
      await close(page)
      await expect.soft(opener, `${screen}: ${opens}`).toBeFocused()
    })
  }
})

test('a dialog that the palette or a menu opened leads back to where one was before', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await show(page, `/cases/${await addCase(page, 'Mule account')}`)
  const status = page.getByRole('button', { name: 'Status', exact: true })
  await status.focus()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.insertText('reassign')
  await expect(
    page
      .getByRole('dialog')
      .getByRole('option', { name: /^Reassign/ })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Reassign' })).toBeVisible()
  await close(page)
  await expect(status).toBeFocused()
  await show(page, '/settings/users')
  const actions = page.getByRole('button', { name: 'Actions: Ada Morgan' })
  await actions.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: /password/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await close(page)
  await expect(actions).toBeFocused()
})

test('a dialog that follows another leads back to the first opener, and one whose opener has gone to the heading beside it', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await show(page, '/settings/keys')
  const create = page.getByRole('button', { name: 'Create key' })
  await openBy(page, create)
  await expect(page.getByRole('dialog').getByLabel('Label')).toBeFocused()
  await page.keyboard.type('Nightly import')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('secret')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().press('Enter')
  await noDialog(page)
  await expect(create).toBeFocused()
  const revoke = page.getByRole('button', { name: 'Revoke Nightly import' })
  await openBy(page, revoke)
  // A dialog without a field begins on the button that closes it, and is confirmed from there as well.
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(revoke).toHaveCount(0)
  await expect(page.locator('main').getByRole('heading', { name: 'API keys' })).toBeFocused()
})

/** A button that is gone, or another one, once it was pressed. */
interface Vanishing {
  readonly screen: string
  /** Makes the button appear. */
  readonly first?: (page: Page) => Promise<void>
  readonly presses: RegExp
}

/** Selects the first two alerts. */
const selectTwo = async (page: Page): Promise<void> => {
  const alerts = page.getByRole('grid', { name: 'Alerts' })
  await expect(alerts).toHaveAttribute('aria-busy', 'false')
  await alerts.focus()
  for (const key of ['x', 'ArrowDown', 'x']) await page.keyboard.press(key)
}

const stageFile = async (page: Page): Promise<void> => {
  await page.locator('main input[type="file"]').setInputFiles({
    name: 'cases.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('title,description,priority\nOne,First,low\nTwo,Second,high\n'),
  })
}

const vanishing = (reportId: string): readonly Vanishing[] => [
  { screen: '/alerts', first: selectTwo, presses: /^Select .* matching/ },
  { screen: '/alerts', first: selectTwo, presses: /^Clear selection/ },
  { screen: '/cases?status=closed&q=nobody', presses: /^Clear all/ },
  {
    screen: `/reports/${reportId}`,
    first: async (page) => await page.getByRole('button', { name: /Narrative/ }).click(),
    presses: /^Remove: Sentence 1$/,
  },
  { screen: '/import', first: stageFile, presses: /^Check/ },
]

test('a button that goes as it is pressed leaves the focus on what stands beside it, and never at the start of the page', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen(['--sample'])
  const { page } = opened
  await layDetection(page, laidDetection(40, 6))
  await signIn(opened)
  for (const { screen, first, presses } of vanishing(await newReport(page, 1))) {
    await test.step(`${screen}: ${presses.source}`, async () => {
      await show(page, screen)
      await first?.(page)
      const button = page.locator('main').getByRole('button', { name: presses }).first()
      await button.focus()
      await expect(button).toBeFocused()
      // Another of its name may take its place.
      const pressed = await button.elementHandle()
      await page.keyboard.press('Enter')
      await page.waitForFunction((element) => element?.isConnected === false, pressed)
      await expect.soft(page.locator('body > * :focus'), `${screen}: ${presses.source}`).toHaveCount(1)
    })
  }
})

test('a screen that is still on its way keeps the focus in the content, and never sends it to the navigation', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await show(page, `/cases/${await addCase(page, 'Mule account')}`)
  await expect(page.getByRole('button', { name: 'Status', exact: true })).toBeVisible()
  await page.keyboard.press('Shift+W')
  const write = page.getByRole('button', { name: 'Write a case report' })
  await write.focus()
  // A short answer: the button is disabled and enabled between two frames, and the browser drops the focus meanwhile.
  await write.evaluate(async (button: HTMLButtonElement) => {
    const task = () => new Promise((resolve) => setTimeout(resolve))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await task()
    button.disabled = true
    while (document.activeElement === button) await task()
    button.disabled = false
  })
  await expect(write).toBeFocused()
  const held = Promise.withResolvers<void>()
  await page.route(/\/v1\/reports\/[^/?]+$/u, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(write).toHaveCount(0)
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
  held.resolve()
  await expect(page.getByRole('textbox', { name: 'Sentence 1', exact: true })).toBeVisible()
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
})
