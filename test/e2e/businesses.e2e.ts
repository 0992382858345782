import type { Page } from '@playwright/test'
import { asLines, company, exact, person, register, relation } from '../contract/kyb/statements.ts'
import { goBy } from './keyboard.ts'
import { look } from './looks.ts'
import { dialog, expect, noDialog, signIn, test } from './steps.ts'

/**
 * Businesses in the window: ownership data comes in, a business is found, checked and concluded, and its owners are
 * read by keyboard and as a table.
 */

const layers = 20
const longName = `Besitz- und Beteiligungsverwaltungsgesellschaft ${'Nordwestdeutscher Hafenlogistik '.repeat(4)}mbH & Co. KG`

/** A chain of twenty companies below one person, the first of which bears a very long name. */
const deep = [
  company('deep', 'Deep Water Shipping Ltd'),
  ...Array.from({ length: layers }, (_, at) => [
    company(`l${at}`, at === 0 ? longName : `Layer ${at + 1} Holding SA`),
    relation(`d${at}`, `l${at}`, at === 0 ? 'deep' : `l${at - 1}`, exact(90)),
  ]).flat(),
  person('eve', 'عائشة بنت محمد'),
  relation('top', 'eve', `l${layers - 1}`, exact(100)),
]
const file = {
  name: 'register-2026.jsonl',
  mimeType: 'application/json',
  buffer: Buffer.from(asLines([...register(), ...deep])),
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Businesses' })
const tree = (page: Page) => page.getByRole('tree')
const focused = (page: Page) => page.locator('[role="treeitem"]:focus')

const open = async (page: Page, words: string, name: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Name or identifier' }).fill(words)
  // The heads of the columns, and the one that fits.
  await expect(grid(page).getByRole('row')).toHaveCount(2)
  await expect(grid(page).getByRole('row').filter({ hasText: name })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await grid(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('ownership data comes in, a business is checked and concluded, and its owners are read by keyboard', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  await page.getByRole('link', { name: 'Businesses' }).click()
  await expect(page.getByText('No ownership data yet')).toBeVisible()
  await look(page, 'businesses-none')
  await page.locator('input[type="file"]').setInputFiles(file)
  await expect(page.getByRole('status').filter({ hasText: 'Statements read: 56; rejected: 0' })).toBeVisible()
  await expect(grid(page).getByRole('row').filter({ hasText: 'Fjord Holding AS' })).toBeVisible()
  await look(page, 'businesses-list')

  await open(page, 'harbour', 'Northern Harbour Trading AS')
  await expect(page.getByText('Not checked yet')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Check', exact: true })).toBeVisible()
  await expect(page.locator('summary').filter({ hasText: 'Screening' })).toContainText('Not checked')
  await expect(page.locator('summary').filter({ hasText: 'Beneficial owners' })).toContainText(
    '2 beneficial owners are named',
  )
  await expect(
    page
      .getByText('Vik Invest AS, Fjord Holding AS own each other in a ring')
      .or(page.getByText('Fjord Holding AS, Vik Invest AS own each other in a ring'))
      .first(),
  ).toBeVisible()
  await look(page, 'businesses-checked')

  // The tree by keyboard: down to the owner, left folds, right unfolds, and the ring is told.
  await tree(page).getByRole('treeitem').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(focused(page)).toContainText('Fjord Holding AS')
  await expect(tree(page).getByRole('treeitem')).toHaveCount(7)
  await page.keyboard.press('ArrowLeft')
  await expect(focused(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(tree(page).getByRole('treeitem')).toHaveCount(3)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await expect(focused(page)).toContainText('Nora Lie')
  await expect(tree(page).getByText('ring: already shown below')).toBeVisible()
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('group', { name: 'Owners as a table' }).getByRole('row')).toHaveCount(7)

  await page.getByRole('button', { name: 'Conclude' }).click()
  const conclude = dialog(page, /^Conclude the check of Northern Harbour/)
  await conclude.getByText('Enhanced review').click()
  await conclude.getByLabel('Reason').fill('The ring above it is to be explained.')
  await look(page, 'businesses-conclude')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByText('The ring above it is to be explained.')).toBeVisible()

  // Checked again: nothing has changed, and both checks stand.
  await page.keyboard.press('c')
  await expect(page.getByText('Nothing has changed since the previous check.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Checks', exact: true })).toBeVisible()

  await goBy(page, 'k')
  await open(page, 'deep water', 'Deep Water Shipping Ltd')
  await expect(tree(page).getByRole('treeitem')).toHaveCount(layers + 2)
  await tree(page).getByRole('treeitem').first().focus()
  await page.keyboard.press('End')
  await expect(focused(page)).toContainText('عائشة بنت محمد')
  await expect(focused(page)).toHaveAttribute('aria-level', String(layers + 2))
  await look(page, 'businesses-deep')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'عائشة بنت محمد' })).toBeVisible()
  await look(page, 'businesses-person')
})

const owners = {
  name: 'owners.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'owner,owned,share\nNordlicht Beteiligungen,Hafenkontor GmbH,0.255\nAnker Invest,Hafenkontor GmbH,0.745\nTotal,Hafenkontor GmbH,1\n',
  ),
}

test('shares that may be fractions are asked about, and a total is no owner', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  await page.getByRole('link', { name: 'Businesses' }).click()
  await page.locator('input[type="file"]').setInputFiles(owners)
  const fractions = page.getByRole('button', { name: 'They are fractions' })
  await expect(fractions).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Are the shares in owners.csv fractions or percentages?')
  await look(page, 'businesses-fractions')
  await expect(page.getByText('No ownership data yet')).toBeVisible()
  await fractions.focus()
  await page.keyboard.press('Enter')
  // The list is read anew as the import ends.
  await expect(page.getByRole('status').filter({ hasText: /^Statements read: .*; parties: 3$/ })).toBeVisible()
  await open(page, 'hafen', 'Hafenkontor GmbH')
  await expect(tree(page).getByRole('treeitem')).toHaveCount(3)
  await expect(tree(page)).toContainText('74.5')
  await expect(tree(page)).not.toContainText('Total')
  await look(page, 'businesses-fractions-read')
})
