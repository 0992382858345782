import type { Page } from '@playwright/test'
import { someOf } from '../support/tries.ts'
import { fill, goBy, press, tabTo } from './keyboard.ts'
import { layAnswers } from './laid-answers.ts'
import { asHub, everyState, layBefore, someConflicts, stateNamed, type Laid } from './sync-answers.ts'
import { restoredHubMessage } from '../../main/sync/restored-hub.ts'
import { look, schemes } from './looks.ts'
import { addCase, dialog, expect, noDialog, signIn, test } from './steps.ts'

/**
 * Every screen of sync in every state, light and dark, by keyboard: answers are laid before the window, for no short
 * run brings all of them about.
 */

const go = async (page: Page, hash: string): Promise<void> => {
  await page.evaluate((address) => {
    window.location.hash = address
  }, hash)
}

const stateHeading = (page: Page) => page.locator('#sync-state')

test('every state says what happened, what is safe and what to do, and the frame of the window says the same', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  const laid: Laid = { state: stateNamed('up_to_date'), cases: 0, conflicts: [] }
  await layBefore(page, laid)
  const seen = new Set<string>()
  const lookedAt = someOf(everyState, 3)
  for (const name of everyState) {
    laid.state = stateNamed(name, { conflicts: name === 'offline' ? 2 : 0 })
    await go(page, '#/cases')
    await go(page, '#/sync')
    await expect(page.getByRole('banner').locator(`[data-state="${name}"]`)).toBeVisible()
    const title = await stateHeading(page).innerText()
    seen.add(title)
    for (const part of ['What happened', 'What is safe', 'What to do'])
      await expect(page.getByRole('term').filter({ hasText: part })).toBeVisible()
    if (lookedAt.includes(name))
      await look(page, `sync-state-${name}`, name === 'offline' || name === 'hub_not_trusted' ? schemes : ['light'])
  }
  expect(seen.size).toBe(everyState.length)
})

test('Y-104: the sync centre says how fast evidence moves and how long still, as far as it knows, and nothing at rest', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  const laid: Laid = { state: stateNamed('evidence_waits'), cases: 0, conflicts: [] }
  await layBefore(page, laid)
  await go(page, '#/sync')
  const figure = (name: string) => page.getByRole('definition').and(page.locator(`dt:text-is("${name}") + dd`))
  await expect(figure('Evidence to send')).toHaveText('3 pieces, 45.8 MiB205 KiB/s · 3m 49s left')
  await expect(figure('Evidence to fetch')).toHaveText('12 pieces, 8.75 GiB3.24 MiB/s')
  await look(page, 'sync-evidence-moves')
  laid.state = stateNamed('up_to_date')
  await expect(figure('Evidence to send')).toHaveText('3 pieces, 45.8 MiB')
})

test('an alarm offers the safe choice first, and going on takes a second, worded decision', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await layBefore(page, { state: stateNamed('hub_not_trusted'), cases: 0, conflicts: [] })
  await go(page, '#/sync')
  const alarm = page.getByRole('alert', { name: 'Alarm' })
  await expect(alarm).toContainText('118 entries')
  const card = page.getByRole('region', { name: 'The hub does not show what it showed before' })
  await expect(card.getByRole('button').first()).toHaveText('Leave sync stopped')
  await card.getByRole('button', { name: 'The hub was restored: go on' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Go on with a restored hub')).toContainText('somebody may be changing the record')
  await look(page, 'sync-trust')
  await page.keyboard.press('Escape')
  await noDialog(page)
})

test('Y-82: the window of a hub that was brought back from its backup says so, and may write again after a second, worded decision', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await layBefore(page, {
    state: stateNamed('up_to_date', {
      alarms: [
        {
          code: 'hub_restored',
          message: restoredHubMessage(Date.parse('2031-03-03T22:00:00.000Z')),
          at: '2031-03-03T22:00:00.000Z',
        },
      ],
    }),
    cases: 0,
    conflicts: [],
  })
  await go(page, '#/sync')
  await expect(page.getByRole('alert', { name: 'Alarm' })).toContainText('This hub was restored from a backup')
  await look(page, 'sync-hub-restored')
  await page.getByRole('button', { name: 'What was written here has come back' }).focus()
  await page.keyboard.press('Enter')
  const asked = dialog(page, 'Let this window write again')
  await expect(asked).toContainText('the two conflict')
  await look(page, 'sync-came-back')
  await asked.getByRole('button', { name: 'Write again' }).click()
  // The folder itself works alone, and says so.
  await expect(asked.getByRole('alert')).toContainText('works alone')
  await page.keyboard.press('Escape')
  await noDialog(page)
})

test('a device of a hub is given another key from the list of devices, after a question that says what follows; a folder without a hub is not offered it', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  const laid: Laid = { state: stateNamed('standalone'), cases: 0, conflicts: [] }
  await layBefore(page, laid)
  await go(page, '#/settings/devices')
  await expect(page.getByRole('cell', { name: 'This device' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change key' })).toHaveCount(0)
  laid.state = stateNamed('up_to_date')
  await page.getByRole('button', { name: 'Change key' }).focus()
  await page.keyboard.press('Enter')
  const asked = dialog(page, 'Give this device another key')
  await expect(asked).toContainText('What was sealed before stays valid.')
  await look(page, 'sync-rotate')
  await asked.getByRole('button', { name: 'Change the key' }).click()
  // The folder itself works alone, and says so.
  await expect(asked.getByRole('alert')).toContainText('works alone')
  await page.keyboard.press('Escape')
  await noDialog(page)
})

test('a hundred thousand cases are walked by keyboard, and one of them tells how it stands', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await layBefore(page, { state: stateNamed('offline'), cases: 100_000, conflicts: [] })
  await expect(page.getByRole('banner').locator('[data-state="offline"]')).toBeVisible()
  await page.locator('#content').focus()
  await goBy(page, 'd')
  const grid = page.getByRole('grid', { name: 'Cases on this device' })
  await expect(grid).toHaveAttribute('aria-rowcount', '100001')
  await expect(page.getByText('100,000 cases', { exact: true })).toBeVisible()
  await look(page, 'sync-cases')
  await expect(grid).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('row', { name: /CASE-ACME-20310304-100000/ })).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(80)
  await page.keyboard.press('Home')
  await expect(page.getByRole('row', { name: /00001 .*Stuck/ })).toBeVisible()
  await page.keyboard.press('Enter')
  const drawer = dialog(page, 'Sync state of CASE-ACME-20310304-00001')
  await expect(drawer).toContainText('The case is no longer granted to this device.')
  await expect(drawer.getByRole('button', { name: /^Fetch Konto/ })).toBeVisible()
  await look(page, 'sync-case')
  await page.keyboard.press('Escape')
  await noDialog(page)
})

test('cases that can be taken are listed, whatever they are called, and found', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await layBefore(page, { state: stateNamed('up_to_date'), cases: 4, conflicts: [] })
  await go(page, '#/sync/cases?filter=atHub')
  await expect(page.getByRole('heading', { name: 'Cases that you can take to this device' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Take / })).toHaveCount(4)
  await look(page, 'sync-cases-at-hub')
  await page.getByLabel('Find by number or title').focus()
  await page.keyboard.type('rechnungsbetrug')
  await expect(page.getByRole('button', { name: /^Take / })).toHaveCount(1)
})

test('an empty list, nothing stuck and no conflict say so in words', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await layBefore(page, { state: stateNamed('up_to_date', { conflicts: 0 }), cases: 0, conflicts: [] })
  await go(page, '#/sync/cases')
  await expect(page.getByText('No case is on this device')).toBeVisible()
  await go(page, '#/sync/cases?filter=stuck')
  await expect(page.getByText('Nothing is stuck')).toBeVisible()
  await look(page, 'sync-cases-empty', ['light'])
  await go(page, '#/sync/conflicts')
  await expect(page.getByText('No open conflicts')).toBeVisible()
  await look(page, 'sync-conflicts-empty', ['light'])
})

test('the conflict inbox shows both sides, and both decisions are one key away', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await layBefore(page, { state: stateNamed('up_to_date'), cases: 3, conflicts: someConflicts() })
  await go(page, '#/sync/conflicts')
  const cards = page.getByRole('list', { name: 'Conflicts' }).getByRole('article')
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('Leonora Fitzgerald-Whitcombe von Hohenberg')
  await expect(cards.first()).toContainText('The beneficiary opened a second account last week.')
  await look(page, 'sync-conflicts')
  await page.locator('#content').focus()
  await page.keyboard.press('j')
  await expect(cards.first()).toBeFocused()
  await page.keyboard.press('a')
  const asking = dialog(page, 'Apply Escalated after all')
  await expect(asking.getByLabel('Rationale')).toBeFocused()
  await look(page, 'sync-conflict-apply')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await page.getByText('Settled', { exact: true }).click()
  await expect(cards.first()).toContainText('Ada Morgan kept the current value')
  await look(page, 'sync-conflicts-settled', ['light'])
})

test('connecting shows the fingerprint to compare and what will happen, and sends nothing before it was compared', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await go(page, '#/sync')
  await expect(page.getByRole('heading', { name: 'This device works alone' })).toBeVisible()
  await page.getByRole('button', { name: 'Connect to a hub' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code or link')).toBeFocused()
  await page.keyboard.type('not a code!')
  await expect(page.getByText('This is neither a code nor a link.')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(
    'fieldseal://enroll?hub=http%3A%2F%2Fhub.example&code=fs1-k7qd-2mxa-9rtb-5vhn-4cwe-0zj8-p3kg-6tsy-1a2b-3c4d',
  )
  await expect(page.getByLabel('Address of the hub')).toHaveValue('http://hub.example')
  await expect(page.getByText('This address is not encrypted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What will happen' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Fingerprint of the hub’s key' })).toBeVisible()
  await page.getByLabel('Name of this device').fill('Field laptop 12')
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled()
  await page.getByLabel('I compared the fingerprint').focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeEnabled()
  await look(page, 'sync-connect')
})

test('an administrator of a hub makes codes, sees devices, quarantine and witnesses', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await asHub(page)
  await layBefore(page, { state: stateNamed('up_to_date'), cases: 3, conflicts: [] })
  await page.reload()
  await go(page, '#/sync/hub')
  await expect(page.getByRole('heading', { name: 'Enrolment codes' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Field laptop 4.*Active/ })).toBeVisible()
  await expect(page.getByText('witness.acme.example')).toBeVisible()
  await look(page, 'sync-hub')
  await page.getByRole('button', { name: 'Create code' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'For whom' })).toBeFocused()
  await page.keyboard.type('Ada')
  await expect(page.getByRole('option')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'For whom' })).toHaveValue('Ada Morgan')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Field laptop 12')
  await look(page, 'sync-hub-create', ['light'])
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page, 'Code for Field laptop 12')).toContainText('K7QD-2MXA-9RTB-5VHN')
  await look(page, 'sync-hub-code')
  await dialog(page, 'Code for Field laptop 12').getByRole('button', { name: 'Close' }).last().focus()
  await page.keyboard.press('Enter')
  await noDialog(page)
  await page.getByRole('button', { name: 'Remove Field laptop 4' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Remove Field laptop 4')).toContainText('wipes every case')
  await look(page, 'sync-hub-remove', ['light'])
})

test('a hub writes a file for the device that the field shows, never for one that was taken in it before', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await asHub(page)
  await layBefore(page, { state: stateNamed('up_to_date'), cases: 3, conflicts: [] })
  const asked: unknown[] = []
  // The field is the desktop's: a browser cannot name a file of the hub.
  await layAnswers(page, /\/api\/v1\/me$/u, async ({ fetch, answer }) => {
    const response = await fetch()
    const body = (await response.json()) as { data: object }
    await answer({ ...body, data: { ...body.data, via: 'desktop' } }, response.status())
  })
  await layAnswers(page, /\/api\/v1\/sync\/files\/write$/u, async ({ body, abort }) => {
    asked.push(body)
    await abort()
  })
  await page.reload()
  await go(page, '#/sync')
  const carried = page.getByRole('region', { name: 'Carry by hand' })
  const receiver = carried.getByRole('combobox', { name: 'For the device' })
  const write = carried.getByRole('button', { name: 'Write file' })
  await fill(page, carried.getByLabel('Path of the file'), '/media/stick/for.fieldseal')
  await tabTo(page, receiver)
  await page.keyboard.type('laptop 4')
  await page.keyboard.press('Enter')
  await expect(receiver).toHaveValue('Field laptop 4')
  await expect(write).toBeEnabled()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('laptop 3')
  await expect(write).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(receiver).toHaveValue('Field laptop 3')
  await press(page, write)
  await expect
    .poll(() => asked)
    .toEqual([
      { path: '/media/stick/for.fieldseal', evidence: 'none', device_id: '018f3a7c-0000-7000-8000-000000000003' },
    ])
})

test('Y-79: a share is ended, and a device removed, although evidence has not arrived, only after a second decision that says what waits', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page, served } = opened
  const id = await addCase(page, 'Shared with the field')
  await asHub(page)
  await layBefore(page, { state: stateNamed('up_to_date'), cases: 3, conflicts: [] })
  const asked: unknown[] = []
  await layAnswers(page, /\/grants\/end$|\/hub\/devices\/[^/]+\/remove$/, async ({ body, answer, pass }) => {
    const { force } = body as { force: boolean }
    asked.push(force)
    if (force) return await pass()
    const error = {
      code: 'evidence_waits',
      message: 'The hub has not received 3 pieces of evidence (48000000 bytes). Nothing was ended.',
      request_id: 'laid-before',
    }
    await answer({ success: false, error }, 409)
  })
  await page.goto(`${served.url}/#/cases/${id}`)
  await page.reload()
  await page.getByRole('button', { name: 'Shared with' }).click()
  await dialog(page, /^Who has/)
    .getByRole('button', { name: /Jörg Brandt/ })
    .focus()
  await page.keyboard.press('Enter')
  const question = dialog(page, 'End it before the evidence has arrived?')
  await expect(question).toContainText('has not received 3 pieces of evidence')
  await look(page, 'sync-share-waits')
  expect(asked).toEqual([false])
  await question.getByRole('button', { name: 'End it anyway' }).focus()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  expect(asked).toEqual([false, true])

  await page.keyboard.press('Escape')
  await noDialog(page)
  await go(page, '#/sync/hub')
  await page.getByRole('button', { name: 'Remove Field laptop 4' }).focus()
  await page.keyboard.press('Enter')
  const removal = dialog(page, 'Remove Field laptop 4')
  await expect(removal.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('Lost on a train')
  await page.keyboard.press('Control+Enter')
  await expect(removal).toContainText('has not received 3 pieces of evidence')
  await look(page, 'sync-removal-waits')
  expect(asked).toEqual([false, true, false])
  await removal.getByRole('button', { name: 'Remove it anyway' }).focus()
  await page.keyboard.press('Enter')
  await noDialog(page)
  expect(asked).toEqual([false, true, false, true])
})
