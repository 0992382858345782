import { choose } from './keyboard.ts'
import { look } from './looks.ts'
import { api, expect, importFile, show, signIn, test } from './steps.ts'

/** What the check of a file asks or tells before anything is imported (I-10). */

const rows = Array.from({ length: 40 }, (_, n) => `R${n},2026-05-01T08:00:00Z,${10 + n},EUR,${100 + n},${101 + n}`)
const file = {
  name: 'ring.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`transaction_id,date,amount,currency,customer_id,counterparty_id\n${rows.join('\n')}\n`),
}

test('the check asks whether identifiers on both sides are the same, and the network knows one of each', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await importFile(page, 'Transactions', file)
  const sides = page.getByRole('combobox', { name: '39 identifiers stand on both sides: the same accounts?' })
  await expect(sides).toHaveCount(0)
  await page.getByRole('button', { name: /^Check/ }).click()
  await expect(sides).toBeVisible()
  await expect(page.getByText(/Customers in this file: 40; counterparties: 40\. Without an answer/)).toBeVisible()
  await look(page, 'import-both-sides')

  // What is answered is checked anew, and then taken.
  await choose(page, sides, 'The same: each is one')
  await expect(page.getByRole('button', { name: 'Import 40 transactions' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Check again' }).press('Enter')
  await page.getByRole('button', { name: 'Import 40 transactions' }).press('Enter')
  await expect(page.getByText('39 identifiers stand on both sides, and each is one in the network.')).toBeVisible()
  await expect
    .poll(async () => (await api(page, 'GET', '/api/v1/network')).body, { timeout: 30_000 })
    .toMatchObject({ data: { nodes: 41, waiting: 0 } })
  // Its page is found under the name that a payment gives it.
  await show(page, '/entities/counterparty/120')
  await expect(page.getByText('1 transaction').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '120' })).toBeVisible()
})

const nothing = {
  name: 'extract.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'transaction_id,date,amount,currency,customer_id,counterparty_id,country',
      ...['NULL', '(null)', 'nan', '#N/A', '-', 'none'].map(
        (word, n) => `W${n},2026-05-01T08:0${n}:00Z,${10 + n},EUR,K-${n},${word},${n === 0 ? 'NA' : 'DE'}`,
      ),
      'W9,2026-05-01T09:00:00Z,12,EUR,K-9,SHOP-1,DE',
    ].join('\n'),
  ),
}

test('words for nothing are nobody, and are counted; NA as a country is asked about', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await importFile(page, 'Transactions', nothing)
  await page.getByRole('button', { name: /^Check/ }).click()
  await expect(page.getByText(/^6 identifiers are a word for “nothing”/)).toBeVisible()
  const namibia = page.getByText(/Namibia/).first()
  await expect(namibia).toBeVisible()
  await look(page, 'import-namibia-asked')
  await choose(page, page.getByRole('combobox', { name: 'NA as a country' }), /nothing/i)
  await page.getByRole('button', { name: 'Check again' }).press('Enter')
  const taken = page.getByRole('button', { name: 'Import 7 transactions' })
  await expect(taken).toBeEnabled()
  await page.getByText(/^6 identifiers are a word/).scrollIntoViewIfNeeded()
  await look(page, 'import-words-for-nothing')
  await taken.press('Enter')
  await expect
    .poll(async () => (await api(page, 'GET', '/api/v1/network')).body, { timeout: 30_000 })
    // The one customer and the shop that are linked: nobody is linked by a word for nothing.
    .toMatchObject({ data: { nodes: 2, waiting: 0 } })
})
