import type { Page } from '@playwright/test'
import { picture } from './looks.ts'
import {
  addPerson,
  chooseByArrows,
  dialog,
  entries,
  expect,
  firstRun,
  noDialog,
  queueReady,
  showTimeline,
  signIn,
  test,
} from './steps.ts'

/** The main job from the first key to the last, without a pointer: open a case, work it, close it, verify it. */

/** Counts what a pointer did in the page from now on. */
const countPointer = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign(window, { pointerEvents: 0 })
    const count = (): void => void ((window as unknown as { pointerEvents: number }).pointerEvents += 1)
    for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
      window.addEventListener(kind, count, { capture: true })
  })

const pointerEvents = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { pointerEvents: number }).pointerEvents)

const colleague = { login_name: 'n.haddad', name: 'نور حداد', role: 'investigator', password: 'a long enough password' }

const send = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
}

const openCase = async (page: Page): Promise<void> => {
  await page.keyboard.press('c')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Mule account: three couriers, one beneficiary')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Cash of 9,400 paid in at three branches within an hour.')
  await send(page)
  await expect(page).toHaveURL(/#\/cases\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mule account: three couriers, one beneficiary')
  await showTimeline(page)
  await expect(entries(page)).toHaveCount(1)
}

const writeNote = async (page: Page): Promise<void> => {
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('The branch keeps the camera pictures for thirty days.')
  await page.keyboard.press('Control+Enter')
  await expect(entries(page)).toHaveCount(2)
  // Which order it is stands beside it: there is no hub here.
  await expect(page.getByText('In order of arrival')).toBeVisible()
  await page.keyboard.press('Escape')
}

const changeStatus = async (page: Page): Promise<void> => {
  await page.keyboard.press('s')
  await chooseByArrows(page, 'Investigating')
  // Without a rationale nothing is sent.
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Change to Investigating' })).toBeDisabled()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Rationale')).toBeFocused()
  await page.keyboard.type('Two of the couriers are known.')
  await send(page)
  await expect(entries(page)).toHaveCount(3)
}

const raisePriority = async (page: Page): Promise<void> => {
  await page.keyboard.press('p')
  await chooseByArrows(page, 'Urgent')
  await page.keyboard.press('Tab')
  await page.keyboard.type('The money leaves tonight.')
  await send(page)
  await expect(entries(page)).toHaveCount(4)
}

/** A new case went to the least-loaded officer, the only one there is; the administrator takes it. */
const reassign = async (page: Page): Promise<void> => {
  await page.keyboard.press('a')
  await expect(page.getByRole('combobox', { name: 'New owner' })).toBeFocused()
  await page.keyboard.type('Ada')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option')).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'New owner' })).toHaveValue('Ada Morgan')
  await send(page)
  await expect(entries(page)).toHaveCount(5)
}

const link = async (page: Page): Promise<void> => {
  await page.keyboard.press('l')
  await expect(page.getByRole('textbox', { name: 'Alerts' })).toBeFocused()
  await page.keyboard.type('501, 502')
  await page.keyboard.press('Tab')
  await page.keyboard.type('77')
  await send(page)
  await expect(entries(page)).toHaveCount(6)
  await expect(page.getByRole('link', { name: '502', exact: true })).toBeVisible()
}

const closeFromPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Search, or type a command')).toBeFocused()
  await page.keyboard.type('change the status')
  await expect(
    dialog(page, 'Search and commands').getByRole('option', { name: /Change the status of this case/ }),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Change status')).toBeVisible()
  await chooseByArrows(page, 'Closed')
  await page.keyboard.press('Tab')
  await chooseByArrows(page, 'No fraud')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Reported; the account is blocked.')
  await send(page)
  await expect(entries(page)).toHaveCount(7)
}

const verify = async (page: Page): Promise<void> => {
  await expect(entries(page).getByText('verified', { exact: true })).toHaveCount(7)
  await page.keyboard.press('v')
  const report = dialog(page, 'Verify this case')
  await expect(report.getByRole('heading', { name: 'Intact' })).toBeVisible()
  await expect(report.getByText('What this check cannot show')).toBeVisible()
  await page.keyboard.press('Escape')
  await noDialog(page)
}

const backToQueue = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await queueReady(page)
  await expect(page.getByRole('row', { name: /Mule account.*Closed/ })).toBeVisible()
}

const workOneCase = async (page: Page): Promise<void> => {
  await countPointer(page)
  await openCase(page)
  await writeNote(page)
  await changeStatus(page)
  await raisePriority(page)
  await reassign(page)
  await link(page)
  await closeFromPalette(page)
  await verify(page)
  await backToQueue(page)
  expect(await pointerEvents(page)).toBe(0)
}

test('the desktop: from an empty workspace to a verified case, by keyboard alone', async ({ openDesktop }) => {
  const desktop = await openDesktop()
  const { page } = desktop
  await expect(page.getByRole('heading', { name: 'Set up this workspace' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /An empty workspace/ })).toBeChecked()
  await picture(page, 'first-run')
  await firstRun(desktop)
  await expect(page.getByText('No cases yet')).toBeVisible()
  await expect(page.getByText('Sample workspace')).toHaveCount(0)
  await picture(page, 'queue-empty')
  await addPerson(page, colleague)
  await page.reload()
  await queueReady(page)
  await workOneCase(page)
})

test('the served page: open, work, close and verify a case by keyboard alone', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  await expect(opened.page.getByText('No cases yet')).toBeVisible()
  await addPerson(opened.page, colleague)
  await opened.page.reload()
  await queueReady(opened.page)
  await workOneCase(opened.page)
})
