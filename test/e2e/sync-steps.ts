import type { Page } from '@playwright/test'
import { expect } from './steps.ts'

const patient = { timeout: 60_000 }

/**
 * In the sync centre: asks for a round by its key, and waits for the answer. While a round runs of itself the key does
 * nothing, and one may begin between the look and the key.
 */
export const askForSync = async (page: Page): Promise<void> => {
  await expect(async () => {
    await expect(page.getByRole('button', { name: /^(Sync now|Try now)/ })).toBeEnabled(patient)
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/sync/now'),
      { timeout: 10_000 },
    )
    await page.keyboard.press('r')
    await answered
  }).toPass(patient)
}
