import type { Page } from '@playwright/test'
import { openRaw } from '../support/raw-database.ts'
import { serveWorkspace } from '../support/served.ts'
import { isFullDepth } from '../support/tries.ts'
import { picture } from './looks.ts'
import { addCase, api, dialog, entries, expect, firstRun, queueReady, showTimeline, signIn, test } from './steps.ts'

/** Somebody alters the database while nothing runs: the window says so, where, and what it means. */

const redirected = 'Invoice redirection: a supplier in Lyon'
const dormant = 'Dormant account: nine years, then 40,000'

/**
 * Turns the sealed `investigating` of one case into `pending_review`; closes the other one in its row, past the
 * service.
 */
const tamper = (dataDir: string): void => {
  const db = openRaw(dataDir)
  const rows = db.prepare('select n, payload from entries').all() as { n: number; payload: Buffer }[]
  const changed = rows.find((row) => row.payload.includes('"investigating"'))
  if (changed === undefined) throw new Error('no status change is sealed')
  const payload = Buffer.from(changed.payload.toString().replace('"investigating"', '"pending_review"'))
  db.prepare('update entries set payload = ? where n = ?').run(payload, changed.n)
  if (db.prepare("update cases set status = 'closed' where title = ?").run(dormant).changes !== 1)
    throw new Error('no row was altered')
  db.close()
}

const makeCases = async (page: Page): Promise<void> => {
  const id = await addCase(page, redirected)
  await addCase(page, dormant)
  const change = await api(page, 'PUT', `/api/v1/cases/${id}/status`, {
    status: 'investigating',
    notes: 'The sender differs by one letter.',
  })
  expect(change.status).toBe(200)
}

/** The marked entry, the verdict with each code and its explanation, and the way from a finding to its entry. */
const seeTheFaults = async (page: Page): Promise<void> => {
  await page.getByRole('row').filter({ hasText: redirected }).click()
  await showTimeline(page)
  await expect(entries(page)).toHaveCount(2)
  await expect(entries(page).getByText(/fault: .*edited_payload/)).toHaveCount(1)
  await expect(entries(page).getByText('verified', { exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Verify', exact: true }).first().click()
  const report = dialog(page, 'Verify this case')
  await expect(report.getByRole('heading', { name: '1 fault found' })).toBeVisible()
  const edited = report.getByRole('article').filter({ hasText: 'edited_payload' })
  await expect(edited.getByRole('heading', { name: 'An entry’s content was altered' })).toBeVisible()
  await expect(edited.getByText('What is still safe')).toBeVisible()
  await picture(page, 'tampered-report')
  await edited.getByRole('button', { name: 'Show entry' }).click()
  await expect(dialog(page, 'Entry 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await picture(page, 'tampered-timeline')
}

/** The check of the whole workspace finds it as well, and the row that was altered past the service. */
const seeThemInTheWorkspace = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Verification' }).click()
  await page.getByRole('button', { name: 'Verify workspace' }).click()
  await expect(page.getByRole('heading', { name: /\d faults found/ })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'edited_payload' })).toBeVisible()
  await expect(
    page.getByRole('article').filter({ hasText: 'What the window shows differs from what was sealed' }),
  ).toContainText('row_differs')
  await picture(page, 'tampered-workspace')
}

test('the desktop shows an altered case as altered', async ({ openDesktop, scratch }) => {
  test.skip(!isFullDepth(), 'the served page is asked below; the desktop is at full depth')
  const first = await openDesktop()
  await firstRun(first)
  await makeCases(first.page)
  await first.close()
  tamper(`${scratch}/workspace`)
  const { page } = await openDesktop()
  await queueReady(page)
  await seeTheFaults(page)
  await seeThemInTheWorkspace(page)
})

test('the served page shows an altered case as altered', async ({ serveAndOpen, scratch }) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  await makeCases(page)
  await page.goto('about:blank')
  await served.stop()
  tamper(`${scratch}/served`)
  const again = await serveWorkspace(`${scratch}/served`)
  try {
    await page.goto(again.url)
    // The session lives in the workspace: it goes on.
    await queueReady(page)
    await seeTheFaults(page)
    await seeThemInTheWorkspace(page)
  } finally {
    await again.stop()
  }
})
