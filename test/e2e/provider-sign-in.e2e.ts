import { signInAtProvider, startProvider } from '../support/openid/provider.ts'
import { picture, seriousFaults } from './looks.ts'
import { api, expect, openSignIn, queueReady, signIn, test } from './steps.ts'

/** L-122: from the page to sign in on to the provider, and back into the window. */

test('a person signs in by the provider, and is told in words when they may not', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  const provider = await startProvider()
  provider.accounts.set('s-1', { login: 'ana.ruiz', name: 'Ana Ruiz', groups: ['staff'] })
  try {
    await signIn(opened)
    const { body } = (await api(page, 'GET', '/api/v1/workspace')) as { body: { data: { policy: object } } }
    const sign_in_provider = {
      name: 'Acme',
      issuer: provider.issuer,
      client_id: 'fieldseal',
      scopes: ['openid', 'profile', 'groups'],
      roles: [{ group: 'fraud', role: 'investigator' }],
    }
    const sealed = await api(page, 'PUT', '/api/v1/workspace/policy', { ...body.data.policy, sign_in_provider })
    expect(sealed.status).toBe(200)
    await page.goto(`${served.url}/#/settings/policy`)
    await page.reload()
    const issuer = page.getByRole('textbox', { name: 'Issuer' })
    await expect(issuer).toHaveValue(provider.issuer)
    await issuer.scrollIntoViewIfNeeded()
    await picture(page, 'provider-settings')
    await page.context().clearCookies()
    await page.goto('about:blank')

    // The provider's pages are the test's own part; the window is left for them and comes back by address alone.
    await page.route(`${provider.issuer}/**`, async (route) => {
      const answer = await signInAtProvider(route.request().url(), 's-1')
      const back = `${served.url}/?${answer}`.replaceAll('&', '&amp;')
      await route.fulfill({ contentType: 'text/html', body: `<meta http-equiv="refresh" content="0;url=${back}">` })
    })
    await openSignIn(opened)
    await page.getByRole('button', { name: 'Sign in with Acme' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('names none of the groups')
    await expect(page).toHaveURL(/^[^?]*$/)
    await picture(page, 'provider-refused')
    expect(await seriousFaults(page)).toEqual([])

    provider.accounts.set('s-1', { login: 'ana.ruiz', name: 'Ana Ruiz', groups: ['fraud'] })
    await page.getByRole('button', { name: 'Sign in with Acme' }).click()
    await queueReady(page)
    await expect(page.getByRole('button', { name: 'Ana Ruiz, Investigator' })).toBeVisible()
    await expect(page).toHaveURL(/^[^?]*$/)
  } finally {
    await provider.close()
  }
})
