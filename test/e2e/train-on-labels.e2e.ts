import { look } from './looks.ts'
import { expect, importFile, signIn, test } from './steps.ts'

/** A file that brings labels ends with the way to a model of one's own, with names and days filled in. */

const rows = Array.from({ length: 600 }, (_, n) => {
  const at = new Date(Date.UTC(2026, 4, 1) + n * 7_200_000).toISOString()
  return `L${n},${at},${10 + (n % 40)},EUR,C${n % 30},T${n % 20},${n % 12 === 5 ? 1 : 0}`
})
const file = {
  name: 'labelled.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`transaction_id,date,amount,currency,customer_id,terminal_id,is_fraud\n${rows.join('\n')}\n`),
}

test('an import with labels ends with a training whose name and days are filled in', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await importFile(page, 'Transactions', file)
  await page.getByRole('button', { name: /^Check/ }).press('Enter')
  await page.getByRole('button', { name: 'Import 600 transactions' }).press('Enter')
  const train = page.getByRole('link', { name: 'Train on your 50 labels (takes a minute)' })
  await expect(train).toBeVisible({ timeout: 30_000 })
  await look(page, 'import-train')
  await train.press('Enter')
  const form = page.getByRole('dialog', { name: 'Train a model' })
  await expect(form.getByLabel(/^Name/u)).toHaveValue(/^Of our \d+ frauds$/)
  await expect(form.getByLabel(/^Train from/u)).toHaveValue('2026-05-01')
  await expect(form.getByLabel(/^Measure from/u)).not.toHaveValue('')
  await expect(form.getByRole('button', { name: 'Train a model' })).toBeEnabled()
  await expect(form).toContainText('it learns from 36 known frauds, and the last days are kept for measuring')
  await look(page, 'train-proposed')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('note').filter({ hasText: 'A starting point.' })).toBeVisible()
  await look(page, 'model-starting-point')
})
