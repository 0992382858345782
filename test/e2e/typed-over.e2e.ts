import { fill, tabTo } from './keyboard.ts'
import { addOwnCase, addPerson, api, dialog, expect, noDialog, showCase, signIn, test } from './steps.ts'

/** What is sealed is what a field shows, never what was taken in it before. */

test('a person who was taken as the new owner is taken no more once another name is typed over theirs', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  for (const [login, name] of [
    ['a.lind', 'Anna Lind'],
    ['b.okafor', 'Bola Okafor'],
  ] as const)
    await addPerson(page, { login_name: login, name, role: 'investigator', password: 'a long enough password' })
  const id = await addOwnCase(page, 'Given to the right person')
  await page.reload()
  await showCase(page, id, 'Given to the right person')
  await page.keyboard.press('a')
  const asked = dialog(page, 'Reassign')
  const owner = asked.getByRole('combobox', { name: 'New owner' })
  const seal = asked.getByRole('button', { name: 'Reassign' })
  await expect(owner).toBeFocused()
  await page.keyboard.type('anna')
  await page.keyboard.press('Enter')
  await expect(owner).toHaveValue('Anna Lind')
  await expect(seal).toBeEnabled()

  await page.keyboard.press('Control+a')
  await page.keyboard.type('bola')
  await expect(owner).toHaveValue('bola')
  await expect(seal).toBeDisabled()
  // The list is open: the keys take its first, and nothing is sealed before that was seen.
  await page.keyboard.press('Control+Enter')
  await expect(owner).toHaveValue('Bola Okafor')
  expect((await api(page, 'GET', `/api/v1/cases/${id}`)).body).toMatchObject({ data: { owner_name: 'Ada Morgan' } })
  await page.keyboard.press('Control+Enter')
  await expect(asked).toHaveCount(0)
  expect((await api(page, 'GET', `/api/v1/cases/${id}`)).body).toMatchObject({ data: { owner_name: 'Bola Okafor' } })

  // Left with nothing taken, the field is empty; emptied by hand, nothing is taken either.
  await page.keyboard.press('a')
  await fill(page, owner, 'anna')
  await page.keyboard.press('Enter')
  await expect(owner).toHaveValue('Anna Lind')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(owner).toHaveValue('')
  await expect(seal).toBeDisabled()
  await page.keyboard.type('bo')
  await tabTo(page, asked.getByLabel(/Why/))
  await expect(owner).toHaveValue('')
  await expect(seal).toBeDisabled()
})

test('Enter that is pressed before the people have come takes whoever fits once they are there', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await addPerson(page, {
    login_name: 'a.lind',
    name: 'Anna Lind',
    role: 'investigator',
    password: 'a long enough password',
  })
  const id = await addOwnCase(page, 'Given in haste')
  const people = Promise.withResolvers<undefined>()
  await page.route('**/api/v1/users', async (route) => {
    await people.promise
    await route.continue()
  })
  await page.reload()
  await showCase(page, id, 'Given in haste')
  await page.keyboard.press('a')
  const asked = dialog(page, 'Reassign')
  const owner = asked.getByRole('combobox', { name: 'New owner' })
  await expect(owner).toBeFocused()
  await page.keyboard.type('anna')
  await page.keyboard.press('Enter')
  await expect(owner).toHaveValue('anna')
  people.resolve(undefined)
  await expect(owner).toHaveValue('Anna Lind')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  expect((await api(page, 'GET', `/api/v1/cases/${id}`)).body).toMatchObject({ data: { owner_name: 'Anna Lind' } })
})
