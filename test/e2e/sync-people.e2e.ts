import type { Page } from '@playwright/test'
import { encodeCode } from '../../shared/protocol/enrolment-code.ts'
import { invitationLink } from '../../shared/protocol/invitation.ts'
import { layBefore, someAside, stateNamed } from './sync-answers.ts'
import { look } from './looks.ts'
import { api, dialog, expect, firstRun, noDialog, queueReady, signIn, test } from './steps.ts'

/** Teams, entries that were set aside, and enrolment links: by keyboard, light and dark. */

const go = async (page: Page, hash: string): Promise<void> => {
  await page.evaluate((address) => {
    window.location.hash = address
  }, hash)
}

test('a team is made and changed by keyboard', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await go(page, '#/settings/users')
  await page.getByRole('button', { name: 'Add team' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Add team')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Night shift')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await look(page, 'sync-team-dialog')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByRole('row', { name: /Night shift/ })).not.toContainText('Nobody')
  await look(page, 'sync-teams')
  await page.getByRole('button', { name: 'Change Night shift' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Day shift')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByRole('row', { name: /Day shift/ })).toBeVisible()
})

test('what was set aside is shown with its text, and written anew as a draft in its case', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await layBefore(page, { state: stateNamed('up_to_date'), cases: 0, conflicts: [], aside: someAside(1) })
  await go(page, '#/sync')
  const list = page.getByRole('region', { name: 'Set aside' })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await expect(list).toContainText('The hub refused it: The user who acts was deactivated.')
  await look(page, 'sync-set-aside')
  await list.getByRole('button', { name: /^Remove Note/ }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Remove it from this list?')).toContainText('second account')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await list.getByRole('button', { name: /^Write again/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/cases\/1$/)
  const drafts = async (): Promise<string> => JSON.stringify((await api(page, 'GET', '/api/v1/drafts')).body)
  await expect.poll(drafts).toMatch(/"note:1".*second account/u)
})

test('evidence that was set aside says what is kept of it, warns before it is let go, and is taken in again', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await layBefore(page, { state: stateNamed('evidence_waits'), cases: 0, conflicts: [], aside: someAside(1) })
  await go(page, '#/sync')
  await expect(
    page.getByRole('heading', { name: 'Evidence that exists only here is waiting for the hub' }),
  ).toBeVisible()
  const list = page.getByRole('region', { name: 'Set aside' })
  const mine = list.getByRole('listitem').filter({ hasText: 'phone-of-the-courier.tar' })
  await expect(mine).toContainText('Its bytes (2 MiB) are kept on this device')
  const elsewhere = list.getByRole('listitem').filter({ hasText: '45.8 MiB' })
  await expect(elsewhere).toContainText('acquire them into another case')
  await expect(elsewhere.getByRole('button', { name: /^Take in again/ })).toHaveCount(0)
  await elsewhere.scrollIntoViewIfNeeded()
  await look(page, 'sync-set-aside-evidence')
  await elsewhere.getByRole('button', { name: /^Remove/ }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Remove it from this list?')).toContainText('no hub has them')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await mine.getByRole('button', { name: /^Take in again/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/cases\/1$/)
})

test('Y-86: a clock that differs from the hub’s is said on every screen, and the sync centre says what to do', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  const clock = {
    ahead_s: 18_000,
    compared_at: '2031-03-04T09:12:00.000+00:00',
    message:
      'The clock of this computer is 5 hours ahead of the hub’s. Set date, time and time zone of this computer right before you go on.',
  }
  await layBefore(page, { state: stateNamed('up_to_date', { clock }), cases: 0, conflicts: [] })
  await go(page, '#/cases/1')
  const notice = page.getByRole('status').filter({ hasText: 'The clocks of this computer and the hub differ' })
  await expect(notice).toBeVisible()
  await look(page, 'clock-on-a-case')
  await notice.getByRole('link', { name: 'What to do' }).focus()
  await page.keyboard.press('Enter')
  const alarms = page.getByRole('alert', { name: 'Alarm' })
  await expect(alarms).toContainText('5 hours ahead of the hub’s')
  await expect(alarms).toContainText('By the hub’s clock at the last comparison')
  await look(page, 'clock-in-the-sync-centre')
})

test('a link that the system hands over fills in the page that connects, and nothing else', async ({ openDesktop }) => {
  const desktop = await openDesktop()
  await firstRun(desktop)
  const { page, app } = desktop
  const code = encodeCode(Buffer.alloc(15, 7), Buffer.alloc(10, 9))
  const second = (link: string) =>
    app.evaluate(({ app: electron }, given) => void electron.emit('second-instance', {}, ['fieldseal', given]), link)
  await second(invitationLink({ url: 'file:///etc/passwd', code }))
  await queueReady(page)
  await second(invitationLink({ url: 'https://hub.example', code }))
  await expect(page.getByLabel('Address of the hub')).toHaveValue('https://hub.example')
  await expect(page.getByLabel('Code or link')).toHaveValue(code)
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await look(page, 'sync-link')
})

test('a file to carry that the system hands over is shown by its path, and read by nobody', async ({ openDesktop }) => {
  const desktop = await openDesktop()
  await firstRun(desktop)
  const { page, app } = desktop
  const second = (given: string) =>
    app.evaluate(
      ({ app: electron }, file) => void electron.emit('second-instance', {}, ['fieldseal', file], '/media/stick'),
      given,
    )
  await second('notes.txt')
  await queueReady(page)
  await second('file:///media/stick/to%20carry.fieldseal')
  await expect(page.getByRole('status').filter({ hasText: '/media/stick/to carry.fieldseal was opened' })).toBeVisible()
  await look(page, 'sync-file-opened')
})
