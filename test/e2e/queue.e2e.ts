import type { Page } from '@playwright/test'
import { look, seriousFaults } from './looks.ts'
import { expect, signIn, test } from './steps.ts'

const activeRow = (page: Page) => page.locator('[role="row"][data-active]')
const selected = (page: Page) => page.locator('[role="row"][aria-selected="true"]')

test('the queue is worked by keyboard: move, select, change many, save a view', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen(['--sample'])
  const { page } = opened
  await signIn(opened)
  await expect(page.getByText('Sample workspace')).toBeVisible()
  await expect(page.getByRole('grid')).toBeFocused()

  await page.keyboard.press('j')
  await expect(activeRow(page)).toHaveAttribute('aria-rowindex', '3')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(selected(page)).toHaveCount(2)
  expect(await seriousFaults(page)).toEqual([])

  await page.keyboard.press('s')
  await page.getByRole('combobox', { name: 'New status' }).click()
  await page.getByRole('option', { name: 'Escalated' }).click()
  await page.getByLabel('Rationale').fill('Both lead to the same beneficiary.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Outcome by case' }).getByRole('listitem')).toHaveCount(2)
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Priority' }).first().click()
  await page.getByRole('menuitemcheckbox', { name: /Urgent/ }).click()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabel('Name of the view').fill('Urgent ones')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /All cases/ }).click()
  await page.getByRole('link', { name: 'Urgent ones' }).click()
  await expect(page).toHaveURL(/priority=urgent/)
})

test('keys belong to what has the focus: a text, a link, a dialog', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen(['--sample'])
  const { page } = opened
  await signIn(opened)

  await page.getByRole('link', { name: /Breached/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sla=breached/)

  await page.keyboard.press('f')
  await expect(page.getByRole('textbox', { name: 'Filter cases' })).toBeFocused()
  await page.keyboard.type('fraud')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('mule')
  await expect(page).toHaveURL(/q=mule/)
  await expect(selected(page)).toHaveCount(0)
})

test('what is typed survives an ended session', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page, workspace } = opened
  await signIn(opened)
  await page.keyboard.press('c')
  await page.getByLabel('Title').fill('سحب نقدي متكرر')
  await page.getByLabel('Description').fill('Three couriers, one pattern.')
  await page.context().clearCookies()
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('Your session has ended').last()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Password' }).fill(workspace.password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title')).toHaveValue('سحب نقدي متكرر')
  await page.getByRole('button', { name: 'Open case' }).click()
  await expect(page).toHaveURL(/#\/cases\/\d+$/)
})

test('every screen of the settings is free of serious faults, light and dark', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen(['--sample'])
  const { page, served } = opened
  await signIn(opened)
  for (const [section, heading] of Object.entries({
    account: 'Appearance',
    users: 'Users',
    policy: 'Case policy',
    keys: 'API keys',
    devices: 'Devices',
  })) {
    await page.goto(`${served.url}/#/settings/${section}`)
    await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible()
    await look(page, `settings-${section}`)
  }
})
