import { openRaw } from '../support/raw-database.ts'
import { smallModel } from '../unit/detection/models/small-model.ts'
import { goBy } from './keyboard.ts'
import { picture, seriousFaults } from './looks.ts'
import { api, expect, signIn, test } from './steps.ts'
import { copyWorkspace } from '../support/prepared-served.ts'

/** The model in force is not on this device: the page of models says so until its file is there. */

const file = smallModel()
const brought = { name: 'Cards', version: '2026.1', file }

test('a model that is in force and not here yet is told of, and no more once its file has come', async ({
  scratch,
  openFolder,
}) => {
  const dataDir = `${scratch}/awaited`
  const workspace = await copyWorkspace(dataDir, [])
  const open = async () => {
    const opened = await openFolder(dataDir)
    await signIn({ ...opened, workspace })
    return opened
  }
  const first = await open()
  const added = await api(first.page, 'POST', '/api/v1/models', brought)
  const { data } = added.body as { data: { id: string } }
  expect(
    (await api(first.page, 'PUT', '/api/v1/models/in-force', { model_id: data.id, accept_unknown: true })).status,
  ).toBe(200)
  await first.page.close()
  await first.served.stop()
  // As on a laptop to which only the entry has come.
  const db = openRaw(dataDir)
  expect(db.prepare('delete from models').run().changes).toBe(1)
  db.close()

  const { page } = await open()
  await page.locator('#content').focus()
  await goBy(page, 'l')
  const told = page.getByRole('status').filter({ hasText: 'version 2026.1' })
  await expect(told).toContainText('is not on this device yet')
  await expect(page.getByRole('navigation', { name: 'Models' }).getByText('Active')).toHaveCount(0)
  await expect(
    page.getByText('Models that were only trained or added on another device are listed only there'),
  ).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await picture(page, 'model-awaited')
  // What comes while nobody does anything in the window is seen there by itself.
  expect((await api(page, 'POST', '/api/v1/models', brought)).status).toBe(201)
  await expect(told).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByRole('navigation', { name: 'Models' }).getByText('Active')).toBeVisible()
})
