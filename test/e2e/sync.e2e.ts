import type { Browser, Page } from '@playwright/test'
import type { Desktop } from '../support/electron.ts'
import { launchChromium, serveWorkspace, type InitialWorkspace, type Served } from '../support/served.ts'
import { startProxy, type ByteProxy } from '../support/sync/byte-proxy.ts'
import { goBy, tabTo } from './keyboard.ts'
import { picture, seriousFaults } from './looks.ts'
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
  signInAs,
  test,
} from './steps.ts'
import { askForSync } from './sync-steps.ts'
import { copyWorkspace } from '../support/prepared-served.ts'

/**
 * Two laptops and a hub: both work one case apart while the hub cannot be reached, come together, see each other's
 * work, and settle what they contested. By keyboard alone.
 */

const leonora = {
  login_name: 'l.fitzgerald',
  name: 'Leonora Fitzgerald',
  role: 'investigator',
  password: 'a long enough password',
}
const title = 'Mule account: three couriers, one beneficiary'
const nowhere = new URL('http://127.0.0.1:9')

/** Everything takes its time on a busy machine. */
const patient = { timeout: 60_000 }

/**
 * Each laptop has its own way to the hub: a laptop syncs by itself too, so who comes first is settled by whose way is
 * open.
 */
interface Hub {
  readonly served: Served
  readonly page: Page
  readonly browser: Browser
  readonly wayOfAda: ByteProxy
  readonly wayOfLeonora: ByteProxy
}

const startHub = async (dataDir: string, workspace: InitialWorkspace): Promise<Hub> => {
  const served = await serveWorkspace(dataDir, undefined, ['--role', 'hub'])
  const wayOfAda = await startProxy(new URL(served.url))
  const wayOfLeonora = await startProxy(new URL(served.url))
  const browser = await launchChromium()
  const page = await browser.newPage()
  await page.goto(served.url)
  await signInAs(page, workspace.login_name, workspace.password)
  await queueReady(page)
  return { served, page, browser, wayOfAda, wayOfLeonora }
}

const stopHub = async ({ served, browser, wayOfAda, wayOfLeonora }: Hub): Promise<void> => {
  await browser.close()
  await wayOfAda.close()
  await wayOfLeonora.close()
  await served.stop()
}

const check = async (page: Page, name: string): Promise<void> => {
  expect.soft(await seriousFaults(page), name).toEqual([])
  await picture(page, `two-laptops-${name}`)
}

/** From any screen to the sync centre. */
const openCentre = async (page: Page): Promise<void> => {
  await page.locator('#content').focus()
  await goBy(page, 'y')
  await expect(page.getByRole('heading', { level: 1, name: 'Sync' })).toBeVisible()
}

/** The administrator makes a code in the hub's window, and reads it out. */
const codeFor = async (page: Page, person: string, device: string): Promise<string> => {
  await openCentre(page)
  await page.getByRole('link', { name: 'This hub' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create code' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'For whom' })).toBeFocused()
  await page.keyboard.type(person)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type(device)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'All cases' })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  const secret = dialog(page, `Code for ${device}`)
  await check(page, 'code')
  const code = await secret.locator('code').first().innerText()
  await secret.getByRole('button', { name: 'Close' }).last().focus()
  await page.keyboard.press('Enter')
  await noDialog(page)
  return code
}

/** On a new laptop: connects to the hub, and waits until it has all. */
const connect = async ({ page }: Desktop, url: string, code: string, device: string): Promise<void> => {
  await openCentre(page)
  await page.getByRole('button', { name: 'Connect to a hub' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code or link')).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Tab')
  await page.keyboard.type(url)
  await page.keyboard.press('Tab')
  await page.keyboard.type(device)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByLabel('I compared the fingerprint')).toBeChecked()
  await check(page, 'connect')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Up to date' })).toBeVisible(patient)
  await check(page, 'connected')
}

const stateOf = (page: Page, state: string) => page.getByRole('banner').locator(`[data-state="${state}"]`)

const syncNow = async (page: Page): Promise<void> => {
  await openCentre(page)
  await askForSync(page)
  await expect(stateOf(page, 'up_to_date')).toBeVisible(patient)
}

const openTheCase = async (page: Page): Promise<void> => {
  await page.locator('#content').focus()
  await goBy(page, 'q')
  await queueReady(page)
  await expect(page.getByRole('row', { name: new RegExp(title) })).toBeVisible(patient)
  await page.getByRole('grid', { name: 'Cases' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await showTimeline(page)
}

const writeNote = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Control+Enter')
  await expect(entries(page).filter({ hasText: text })).toHaveCount(1)
  await page.keyboard.press('Escape')
}

const changeStatus = async (page: Page, to: string, why: string): Promise<void> => {
  await page.keyboard.press('s')
  await expect(dialog(page, 'Change status')).toBeVisible()
  await chooseByArrows(page, to)
  await tabTo(page, dialog(page, 'Change status').getByLabel('Rationale'))
  await page.keyboard.type(why)
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(entries(page).filter({ hasText: why })).toHaveCount(1)
}

test('two laptops work a case apart, come together, and settle what both changed', async ({ openDesktop, scratch }) => {
  test.setTimeout(420_000)
  const hub = await startHub(`${scratch}/hub`, await copyWorkspace(`${scratch}/hub`, []))
  try {
    await addPerson(hub.page, leonora)
    await hub.page.reload()
    await queueReady(hub.page)
    const adaCode = await codeFor(hub.page, 'Ada', 'Laptop of Ada')
    const leonoraCode = await codeFor(hub.page, 'Leonora', 'Laptop of Leonora')

    const ada = await openDesktop({ dataDir: `${scratch}/ada`, userDataDir: `${scratch}/ada-profile` })
    await firstRun(ada)
    await connect(ada, hub.wayOfAda.url.origin, adaCode, 'Laptop of Ada')
    const other = await openDesktop({ dataDir: `${scratch}/leonora`, userDataDir: `${scratch}/leonora-profile` })
    await firstRun(other)
    await connect(other, hub.wayOfLeonora.url.origin, leonoraCode, 'Laptop of Leonora')

    // Ada opens a case; it reaches Leonora.
    await ada.page.locator('#content').focus()
    await ada.page.keyboard.press('c')
    await expect(ada.page.getByLabel('Title')).toBeFocused()
    await ada.page.keyboard.type(title)
    await ada.page.keyboard.press('Tab')
    await ada.page.keyboard.type('Cash of 9,400 paid in at three branches within an hour.')
    await ada.page.keyboard.press('Control+Enter')
    await expect(ada.page.getByRole('heading', { level: 1 })).toHaveText(title)
    await syncNow(ada.page)
    await syncNow(other.page)
    await openTheCase(other.page)
    await openTheCase(ada.page)

    // The hub is away: both go on, and both decide.
    for (const way of [hub.wayOfAda, hub.wayOfLeonora]) {
      way.retarget(nowhere)
      way.cutAll()
    }
    await writeNote(ada.page, 'The branch keeps the camera pictures for thirty days.')
    await changeStatus(ada.page, 'Resolved', 'The bank has the money back.')
    await changeStatus(other.page, 'Escalated', 'The beneficiary has a second account.')
    for (const { page } of [ada, other]) {
      await expect(stateOf(page, 'offline')).toBeVisible(patient)
      await expect(stateOf(page, 'offline')).toContainText('to send', patient)
      await expect(page.getByRole('region', { name: 'Sync of this case' })).toContainText(
        'not yet with the hub',
        patient,
      )
    }
    await check(other.page, 'apart')

    // The hub is back. Ada is first, Leonora was overtaken.
    hub.wayOfAda.retarget(new URL(hub.served.url))
    await syncNow(ada.page)
    hub.wayOfLeonora.retarget(new URL(hub.served.url))
    await syncNow(other.page)
    await expect(other.page.getByRole('link', { name: '1 conflict' }).first()).toBeVisible(patient)
    await openTheCase(other.page)
    await expect(entries(other.page).getByText('The branch keeps the camera pictures for thirty days.')).toBeVisible(
      patient,
    )
    await expect(other.page.getByRole('region', { name: 'Sync of this case' })).toContainText(
      '1 conflict to settle',
      patient,
    )
    await check(other.page, 'case-in-conflict')

    // Leonora looks at both sides and applies hers after all.
    await other.page.locator('#content').focus()
    await goBy(other.page, 'c')
    const card = other.page.getByRole('list', { name: 'Conflicts' }).getByRole('article')
    await expect(card).toContainText('The bank has the money back.')
    await expect(card).toContainText('The beneficiary has a second account.')
    await check(other.page, 'conflict')
    await other.page.keyboard.press('j')
    await expect(card).toBeFocused()
    await other.page.keyboard.press('a')
    await expect(dialog(other.page, 'Apply Escalated after all').getByLabel('Rationale')).toBeFocused()
    await other.page.keyboard.type('The second account was opened after the money came back.')
    await other.page.keyboard.press('Control+Enter')
    await noDialog(other.page)
    await expect(other.page.getByText('No open conflicts')).toBeVisible()
    await syncNow(other.page)

    // Ada sees the decision, and that it came from Leonora.
    await syncNow(ada.page)
    await openTheCase(ada.page)
    await expect(entries(ada.page).getByText('The second account was opened after the money came back.')).toBeVisible(
      patient,
    )
    await expect(entries(ada.page).getByText('Leonora Fitzgerald').first()).toBeVisible()
    await expect(ada.page.getByRole('main').getByText('Escalated').first()).toBeVisible()
    await ada.page.keyboard.press('v')
    await expect(dialog(ada.page, 'Verify this case').getByRole('heading', { name: 'Intact' })).toBeVisible(patient)
    await check(ada.page, 'settled')
  } finally {
    await stopHub(hub)
  }
})
