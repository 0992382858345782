import { press } from './keyboard.ts'
import { look, seriousFaults, still } from './looks.ts'
import { caseWithOverview } from './overview-data.ts'
import { addCase, entries, expect, queueReady, signIn, test } from './steps.ts'

const title = 'Salaries that left the same day'

/** A case opens with what it is about; each part of that leads on by keyboard. */
test('a case opens with its overview, in which a match on a list is seen, and each part leads to its rows', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const id = await caseWithOverview(page, title)
  await page.reload()
  await queueReady(page)
  // The unfinished case is the first of the queue, which has the focus.
  await expect(page.getByRole('grid', { name: 'Cases' })).toBeFocused()
  await expect(page.getByRole('grid', { name: 'Cases' }).getByRole('row').nth(1)).toContainText(title)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`#/cases/${id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const overview = page.getByRole('region', { name: 'Overview of the case' })
  await expect(page.getByRole('navigation', { name: 'Parts of the case' }).getByRole('link').first()).toHaveAttribute(
    'aria-current',
    'page',
  )

  const subject = overview.getByRole('row').filter({ hasText: 'Customer 4711' })
  await expect(subject).toContainText('Anton Draht')
  await expect(subject).toContainText('1 open match')
  await expect(subject).toContainText('UN consolidated list')
  await expect(subject).toContainText('Critical')
  await expect(subject).toContainText('Confirmed fraud')
  await expect(overview.getByRole('row').filter({ hasText: 'Account 900200' })).toContainText('Mule')
  const lost = overview.locator('dl > div').filter({ hasText: 'Lost' })
  await expect(lost).toContainText('820.50 EUR')
  await expect(overview.locator('dl > div').filter({ hasText: 'Recovered' })).toContainText('not recorded')
  await expect(overview.getByRole('img', { name: /of it flagged/ })).toBeVisible()
  await expect(overview.getByText('call-with-branch.txt')).toBeVisible()

  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: width === 1440 ? 1400 : 800 })
    await still(page)
    await look(page, `case-overview-${width}`)
  }
  expect.soft(await seriousFaults(page)).toEqual([])

  // The chart as a table, with the flagged amounts of each day in a column of their own.
  await press(page, overview.getByRole('button', { name: 'Table' }), 'Space')
  await expect(overview.getByRole('columnheader', { name: 'Flagged', exact: true })).toBeVisible()
  await press(page, overview.getByRole('button', { name: 'USD' }), 'Space')
  await expect(overview.getByRole('heading', { name: 'USD per day (UTC)' })).toBeVisible()

  await press(page, subject.getByRole('link', { name: '1 open match' }))
  await expect(page).toHaveURL(/#\/screening\/[\w-]+\?state=open$/)
  await expect(page.getByText('ANTON DRAHT').first()).toBeVisible()
  await page.goBack()

  await press(page, overview.getByRole('link', { name: /^6 open alerts/ }))
  await expect(page).toHaveURL(new RegExp(`#/alerts\\?case_id=${id}$`))
  await expect(page.getByRole('grid', { name: 'Alerts' }).getByRole('row').nth(1)).toBeVisible()
})

test('a case without anything says so, and its timeline has an address of its own', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const id = await addCase(page, 'Nothing yet')
  await page.goto(`${opened.served.url}/#/cases/${id}`)
  const overview = page.getByRole('region', { name: 'Overview of the case' })
  await expect(overview.getByText('No customer, account or alert is linked to this case.')).toBeVisible()
  await expect(overview.getByText('No SAR of this case states a loss.')).toBeVisible()
  await look(page, 'case-overview-empty')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL(new RegExp(`#/cases/${id}/timeline$`))
  await expect(entries(page)).toHaveCount(1)
  await page.reload()
  await expect(entries(page)).toHaveCount(1)
  await press(page, page.getByRole('navigation', { name: 'Parts of the case' }).getByRole('link', { name: 'Overview' }))
  await expect(overview).toBeVisible()
})
