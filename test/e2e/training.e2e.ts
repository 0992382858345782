import type { Page } from '@playwright/test'
import { goBy } from './keyboard.ts'
import { layAnswers } from './laid-answers.ts'
import { look } from './looks.ts'
import { expect, signIn, test } from './steps.ts'

/**
 * A training is followed until somebody closes what came of it, wherever one was meanwhile; its answers are laid before
 * the window.
 */

const id = '01a20a9e-fa12-769a-96f5-5d7edb1ff608'
const begun = {
  id,
  name: 'Of our own',
  version: '1',
  started_by: 'Administrator',
  cancelled_by: null,
  state: 'running',
  stage: 'training',
  done: 40,
  total: 160,
  started_at: '2026-11-01T10:00:00.000+00:00',
  finished_at: null,
  model_id: null,
  error: null,
}

type Laid = { job: object | null; others?: readonly object[] }

const lay = async (page: Page, laid: Laid): Promise<void> => {
  await layAnswers(page, /\/api\/v1\/models\/trainings/u, async ({ url, method, answer }) => {
    const isList = method === 'GET' && url.href.endsWith('/trainings')
    if (isList) return answer({ success: true, data: { trainings: laid.others ?? [] } })
    const told =
      laid.job === null
        ? {
            success: false,
            error: { code: 'not_found', message: 'There is no training with this id.', details: [], request_id: 'r-1' },
          }
        : { success: true, data: laid.job }
    return answer(told, laid.job === null ? 404 : method === 'POST' ? 202 : 200)
  })
}

test('a training that goes on is still there after a look elsewhere, with why it failed', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_280, height: 720 })
  const laid: Laid = { job: begun }
  await lay(page, laid)
  await signIn(opened)
  await goBy(page, 'l')
  await expect(page.getByText(/^Boosted trees, [1-9][0-9,]* of them$/)).toBeVisible()
  await page.getByRole('button', { name: 'Train a model' }).press('Enter')
  await expect(page.getByLabel(/^Name/u)).toBeFocused()
  await page.keyboard.type('Of our own')
  await page.getByLabel(/^Train from/u).fill('2026-01-01')
  await page
    .getByLabel(/^up to/u)
    .first()
    .fill('2026-03-01')
  await page.getByLabel(/^Measure from/u).fill('2026-02-01')
  const measuredTo = page.getByLabel(/^up to/u).nth(1)
  await expect(measuredTo).toHaveAttribute('aria-invalid', 'true')
  await expect(measuredTo).toHaveAccessibleDescription(/YYYY-MM-DD/u)
  await page.getByLabel(/^Measure from/u).fill('')
  await expect(measuredTo).not.toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Control+Enter')
  const told = page.getByRole('status').filter({ hasText: 'Growing trees: 40 of 160' })
  await expect(told).toBeVisible()

  await goBy(page, 'a')
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible()
  await goBy(page, 'l')
  await expect(told.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await page.reload()
  await expect(told).toBeVisible()
  await look(page, 'training')

  laid.job = {
    ...begun,
    state: 'failed',
    stage: 'finished',
    error: 'no activity of these days says whether it was fraud',
  }
  const ended = page.getByRole('status').filter({ hasText: 'no activity of these days says whether it was fraud' })
  await expect(ended).toBeVisible()
  // A service that was started anew knows of no training.
  laid.job = null
  await page.reload()
  const forgotten = page.getByRole('status').filter({ hasText: 'Fieldseal was restarted since' })
  await forgotten.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(forgotten).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Train a model' })).toBeVisible()
  await expect(forgotten).toHaveCount(0)
})

test('a training that somebody else began is seen, and ended by keyboard', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_280, height: 720 })
  const theirs = { ...begun, name: 'Cards of the spring', started_by: 'Sven Lindqvist' }
  const laid: Laid = { job: theirs, others: [theirs] }
  let isEnded = false
  await lay(page, laid)
  await layAnswers(page, /\/api\/v1\/models\/trainings\/[^/]+$/u, async ({ method, answer, pass }) => {
    if (method !== 'DELETE') return pass()
    isEnded = true
    laid.job = { ...theirs, state: 'cancelled', stage: 'finished', cancelled_by: 'Administrator' }
    laid.others = []
    return answer({ success: true, data: laid.job })
  })
  await signIn(opened)
  await goBy(page, 'l')
  const told = page.getByRole('status').filter({ hasText: 'Cards of the spring 1, started by Sven Lindqvist' })
  await expect(told).toContainText('Growing trees: 40 of 160')
  await look(page, 'training-of-another')
  await told.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(told).toHaveCount(0)
  expect(isEnded).toBe(true)
})
