import type { Page } from '@playwright/test'
import { press, tabTo } from './keyboard.ts'
import { layAnswers } from './laid-answers.ts'
import { look } from './looks.ts'
import { dialog, expect, show, signIn, test } from './steps.ts'

/**
 * The log of a webhook that fails: hundreds of deliveries walked by keys, with what the receiver answered; its answers
 * are laid before the window.
 */

const size = 20
const at = '2026-11-01T10:00:00.000+00:00'
const webhook = {
  id: 'wh_abcdefghijkl',
  url: `https://hooks.example.com/${'a-long-path/'.repeat(12)}`,
  description: 'Scoring',
  types: [],
  state: 'active',
  disabled_reason: null,
  disabled_at: null,
  created_at: at,
  changed_at: at,
  failing_since: at,
  secrets: [{ id: 'whs_abcdefghijkl', created_at: at }],
}
const last = {
  n: 11,
  at,
  took_ms: 31,
  status: 503,
  error: 'the receiver answered 503',
  answer: `<h1>503</h1>\n${'upstream connect error '.repeat(40)}`,
}
const delivery = (id: number) => ({
  id,
  event_id: id,
  type: 'case.opened',
  message_id: `msg_${id}`,
  state: 'failed',
  attempts: 11,
  next_at: null,
  created_at: at,
  settled_at: at,
  last,
})

type Laid = { failed: number }

const lay = async (page: Page, laid: Laid): Promise<void> => {
  const error = { code: 'already_done', message: 'The event is no longer kept.', details: [], request_id: 'r-1' }
  await layAnswers(page, /\/api\/v1\/webhooks/u, ({ url, method, answer }) => {
    if (method !== 'GET') return answer({ success: false, error }, 409)
    if (!url.pathname.endsWith('/deliveries'))
      return answer({
        success: true,
        data: [{ ...webhook, deliveries: { pending: 0, delivered: 0, failed: laid.failed } }],
      })
    const page = Number(url.searchParams.get('page'))
    const data = Array.from({ length: laid.failed }, (_, place) => delivery(laid.failed - place)).slice(
      (page - 1) * size,
      page * size,
    )
    return answer({
      success: true,
      data,
      pagination: { page, size, total: laid.failed, total_pages: Math.ceil(laid.failed / size) },
    })
  })
}

test('hundreds of failed deliveries are walked by keys, and a refused replay is told where one looks', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_280, height: 720 })
  const laid: Laid = { failed: 345 }
  await lay(page, laid)
  await signIn(opened)
  await show(page, '/settings/webhooks')
  await press(page, page.getByRole('button', { name: /^Log/ }))
  const log = dialog(page, /^Deliveries to/)
  const older = log.getByRole('button', { name: 'Older' })
  await press(page, older)
  await expect(log.getByText('Page 2 of 18, 345 deliveries')).toBeVisible()
  await expect(older).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(log.getByText('Page 3 of 18, 345 deliveries')).toBeVisible()
  await expect(log.getByRole('row').nth(1)).toContainText('305')

  await press(page, log.getByText('Failed · 503').first(), 'Enter')
  await expect(log.getByText('upstream connect error').first()).toBeVisible()
  await look(page, 'webhook-deliveries')
  await tabTo(page, log.getByRole('button', { name: 'Replay event 286' }))
  await page.keyboard.press('Enter')
  await expect(log.getByRole('alert')).toContainText('The event is no longer kept.')
  await expect(log.getByRole('alert')).toBeInViewport()

  // What was replayed elsewhere leaves fewer pages than the one that is open.
  laid.failed = 25
  await expect(log.getByText('Page 2 of 2, 25 deliveries')).toBeVisible()
  await expect(log.getByRole('row')).toHaveCount(6)
})
