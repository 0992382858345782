import type { Page } from '@playwright/test'
import { choose, tabTo } from './keyboard.ts'
import { look, picture, seriousFaults } from './looks.ts'
import {
  addPerson,
  api,
  chooseByArrows,
  dialog,
  entries,
  expect,
  noDialog,
  queueReady,
  show,
  showTimeline,
  signIn,
  test,
} from './steps.ts'

/** What came of a case, and of its alerts: said in one dialog, by keyboard alone. */

const rule = {
  key: 'large_amount',
  name: 'Large amount',
  why: 'Accounts that were taken over are emptied.',
  logic: { '>': [{ var: 'event.amount' }, 5_000] },
  signal: 'large_amount',
  weight: 0.7,
  action: 'challenge',
  reason: 'An amount of {event.amount}, above five thousand.',
}
const supervisor = {
  login_name: 'j.brandt',
  name: 'Jörg Brandt',
  role: 'supervisor',
  password: 'a long enough password',
}

const done = async (page: Page, method: string, path: string, body?: object): Promise<unknown> => {
  const answer = await api(page, method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return (answer.body as { data: unknown }).data
}

/** Three alerts in one case; on one of them a decision waits for a second person. */
const prepare = async (page: Page): Promise<number> => {
  await addPerson(page, supervisor)
  const written = (await done(page, 'POST', '/api/v1/rules', rule)) as { versions: readonly { content_id: string }[] }
  await done(page, 'POST', '/api/v1/rules/large_amount/move', {
    content_id: written.versions[0]?.content_id,
    to: 'live',
  })
  const policy = (await done(page, 'GET', '/api/v1/detection/policy')) as { decisions: object }
  await done(page, 'PUT', '/api/v1/detection/policy', {
    ...policy,
    decisions: { ...policy.decisions, four_eyes: { outcomes: ['decline'], from_level: 'low' } },
  })
  const at = new Date(Date.now() - 600_000).toISOString()
  await done(page, 'POST', '/api/v1/transactions', {
    transactions: [1, 2, 3].map((n) => ({
      transaction_id: `T-${n}`,
      event_type: 'transfer',
      at,
      amount: 6_000 + n,
      currency: 'EUR',
      customer_id: `C-${n}`,
    })),
  })
  const alerts = (await done(page, 'GET', '/api/v1/alerts')) as readonly { id: number }[]
  expect(alerts).toHaveLength(3)
  await done(page, 'POST', '/api/v1/decisions', {
    alert_id: alerts[0]?.id,
    outcome: 'decline',
    reason: 'The customer made none of it.',
  })
  const made = (await done(page, 'POST', '/api/v1/cases', {
    title: 'Accounts emptied in a night',
    description: 'Three customers of one branch.',
    priority: 'high',
    alert_ids: alerts.map(({ id }) => id),
  })) as { id: number }
  return made.id
}

test('a case is closed with its outcome and its alerts, by keyboard alone', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await queueReady(page)
  const id = await prepare(page)
  await show(page, `/cases/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accounts emptied in a night')
  await showTimeline(page)
  const before = await entries(page).count()
  await page.keyboard.press('s')
  const asked = dialog(page, 'Change status')
  await chooseByArrows(page, 'Closed')
  await expect(asked.getByText('3 alerts of this case are open')).toBeVisible()
  await page.keyboard.press('Tab')
  await chooseByArrows(page, 'Confirmed fraud')
  await page.keyboard.press('Tab')
  await expect(asked.getByRole('checkbox', { name: 'Also close its 3 open alerts: Confirmed' })).toBeFocused()
  await expect(asked.getByRole('checkbox', { name: 'Also close its 3 open alerts: Confirmed' })).toBeChecked()
  // Who is who is asked of each subject; what its alert proposes is chosen already.
  const subject = (n: number) => asked.getByRole('combobox', { name: `Customer C-${n}, 1 alert` })
  await expect(subject(1)).toHaveValue('Victim')
  await choose(page, subject(2), 'Suspect')
  await expect(subject(2)).toHaveValue('Suspect')
  await tabTo(page, asked.getByLabel('Rationale'))
  await page.keyboard.type('All three customers deny the transfers.')
  await look(page, 'outcome-dialog')
  await page.keyboard.press('Control+Enter')
  await expect(asked.getByRole('alert')).toContainText('A decision on this alert is proposed')
  expect(await seriousFaults(page)).toEqual([])
  await look(page, 'outcome-held')
  await expect(asked.getByLabel('Rationale')).toHaveValue('All three customers deny the transfers.')
  await page.keyboard.press('Shift+Tab')
  await expect(asked.getByRole('button', { name: 'Continue without these' })).toBeFocused()
  await page.keyboard.press('Enter')
  await noDialog(page)
  await expect(page.getByText('2 alerts closed and sealed; 1 left open.')).toBeVisible()
  const facts = page.getByRole('complementary', { name: 'Facts' })
  await expect(facts.getByText('Confirmed fraud')).toBeVisible()
  await expect(entries(page)).toHaveCount(before + 3)
  const known = (n: number) => async (): Promise<string> =>
    JSON.stringify((await api(page, 'GET', `/api/v1/network/node?entity_kind=customer&entity_id=C-${n}`)).body)
  await expect.poll(known(2)).toContain('it is the suspect')
  await expect.poll(known(1)).toContain('It is the victim of a fraud')
  await picture(page, 'outcome-case')
  // The same state again, with another outcome: a correction.
  await page.keyboard.press('s')
  await chooseByArrows(page, 'Closed')
  await page.keyboard.press('Tab')
  await chooseByArrows(page, 'Inconclusive')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('One of them remembers now.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(facts.getByText('Inconclusive')).toBeVisible()
  await page.keyboard.press('Escape')
  await queueReady(page)
  await expect(page.getByRole('row', { name: /Accounts emptied.*Closed.*Inconclusive/ })).toBeVisible()
  await look(page, 'outcome-queue')
})
