import type { Page } from '@playwright/test'
import { isFullDepth } from '../support/tries.ts'
import { picture } from './looks.ts'
import { expect, firstRun, noDialog, queueReady, signIn, test } from './steps.ts'

/**
 * The queue of the sample workspace: narrow it, find in it, order it, keep a view of it, change many of its cases at
 * once.
 */

const cases = (page: Page) => page.getByRole('grid', { name: 'Cases' }).locator('[role="row"][aria-selected]')

const filterByStatus = async (page: Page): Promise<void> => {
  const all = await page.getByText(/^\d+ cases$/).textContent()
  await page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemcheckbox', { name: /Escalated/ }).click()
  await page.keyboard.press('Escape')
  await queueReady(page)
  await expect(page).toHaveURL(/status=escalated/)
  await expect(page.getByText(all ?? '', { exact: true })).toHaveCount(0)
  await expect(cases(page).filter({ hasNotText: 'Escalated' })).toHaveCount(0)
  await expect(cases(page).first()).toBeVisible()
}

const saveView = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabel('Name of the view').fill('Eskaliert – 已上报')
  await page.keyboard.press('Enter')
  await noDialog(page)
  await page.getByRole('link', { name: /All cases/ }).click()
  await expect(page).not.toHaveURL(/status=/)
  await page.getByRole('link', { name: 'Eskaliert – 已上报' }).click()
  await expect(page).toHaveURL(/status=escalated/)
  await page.getByRole('link', { name: /All cases/ }).click()
  await queueReady(page)
}

const search = async (page: Page, text: string): Promise<void> => {
  const field = page.getByRole('textbox', { name: 'Filter cases' })
  await page.keyboard.press('f')
  await expect(field).toBeFocused()
  await page.keyboard.insertText(text)
  await expect(page).toHaveURL(/q=/)
  await queueReady(page)
  await expect(cases(page).first()).toBeVisible()
  await expect(cases(page).filter({ hasNotText: text })).toHaveCount(0)
  await field.fill('')
  // The keys are the list's again.
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/q=/)
  await queueReady(page)
}

const sortByPriority = async (page: Page): Promise<void> => {
  const head = page.getByRole('columnheader', { name: 'Priority' })
  await head.getByRole('button').click()
  await queueReady(page)
  await expect(head).toHaveAttribute('aria-sort', /ascending|descending/)
  const first = await head.getAttribute('aria-sort')
  await expect(cases(page).first()).toContainText(first === 'ascending' ? 'Low' : 'Urgent')
  await head.getByRole('button').click()
  await queueReady(page)
  await expect(cases(page).first()).toContainText(first === 'ascending' ? 'Urgent' : 'Low')
  await page.getByRole('link', { name: /All cases/ }).click()
  // The rows are in their order again before anybody ticks them.
  await expect(page).not.toHaveURL(/sort=/)
  await expect(head).toHaveAttribute('aria-sort', 'none')
  await queueReady(page)
}

const changeMany = async (page: Page): Promise<void> => {
  const boxes = cases(page).getByRole('checkbox')
  for (const row of [0, 1, 2]) await boxes.nth(row).click()
  await expect(page.getByRole('toolbar', { name: 'Selected cases' })).toContainText('3 selected')
  await picture(page, 'queue-selected')
  await page.getByRole('button', { name: 'Change status…' }).click()
  await page.getByRole('combobox', { name: 'New status' }).click()
  await page.getByRole('option', { name: 'Pending review' }).click()
  await page.getByLabel('Rationale').fill('One pattern; one reviewer should see all three.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('3 changed and sealed.')).toBeVisible()
  await noDialog(page)
  await picture(page, 'bulk-outcome')
}

const workTheQueue = async (page: Page): Promise<void> => {
  await expect(page.getByText('Sample workspace')).toBeVisible()
  await filterByStatus(page)
  await saveView(page)
  for (const text of ['陈思雨', 'ليلى', 'Громов', 'प्रिया']) await search(page, text)
  await sortByPriority(page)
  await changeMany(page)
}

test('the desktop: filter, view, search in four scripts, order, change many', async ({ openDesktop }) => {
  test.skip(!isFullDepth(), 'the served page is worked below; the desktop is at full depth')
  const desktop = await openDesktop()
  await firstRun(desktop, true)
  await workTheQueue(desktop.page)
})

test('the served page: filter, view, search in four scripts, order, change many', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen(['--sample'])
  await signIn(opened)
  await workTheQueue(opened.page)
})
