import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../../scripts/lib/paths.ts'
import { expect, test } from './harness.ts'
import { picture } from './looks.ts'

/**
 * A start that answers the question whether to go back before it is asked: no test can press a button of the system.
 * An Electron that the harness had to start again finds the folder gone back already and says so in a box of the
 * system, which would wait for ever; it is answered as well.
 */
const answeringIn = (folder: string): string => {
  const place = path.join(folder, 'application')
  mkdirSync(place, { recursive: true })
  for (const name of ['dist', 'node_modules', 'build']) symlinkSync(inRoot(name), path.join(place, name))
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as object
  writeFileSync(path.join(place, 'package.json'), JSON.stringify({ ...manifest, main: 'start.js' }))
  writeFileSync(
    path.join(place, 'answer.js'),
    `import { dialog } from 'electron'
dialog.showMessageBox = (options) => {
  globalThis.asked = options.message
  return Promise.resolve({ response: 1, checkboxChecked: false })
}
dialog.showErrorBox = () => {}
`,
  )
  writeFileSync(path.join(place, 'start.js'), "import './answer.js'\nimport './dist/app/main.js'\n")
  return place
}

test('U-71: the release before says how to go back, and starts from the copy from before the update', async ({
  openDesktop,
  scratch,
}) => {
  const first = await openDesktop()
  const stateOf = ({ page }: typeof first) => page.evaluate(async () => (await window.fieldseal!.serviceState()).kind)
  await expect.poll(() => stateOf(first)).toBe('first-run')
  await first.page.evaluate(() =>
    window.fieldseal!.createWorkspace({ institution: 'ACME', name: 'Acme Bank', admin: 'Ada Morgan', sample: false }),
  )
  await expect.poll(() => stateOf(first)).toBe('ready')
  await first.close()
  const upgraded = spawnSync(
    process.execPath,
    [inRoot('test/support/upgrade-once.ts'), path.join(scratch, 'workspace')],
    {
      encoding: 'utf8',
    },
  )
  expect([upgraded.status, upgraded.stderr]).toEqual([0, ''])
  const refused = await openDesktop()
  await expect(refused.page.getByRole('alert')).toContainText('start it once with --go-back')
  await picture(refused.page, 'newer-folder')
  await refused.close()
  const back = await openDesktop({ appDir: answeringIn(scratch), args: ['--go-back'] })
  await expect.poll(() => stateOf(back)).toBe('ready')
  expect(await back.app.evaluate(() => Reflect.get(globalThis, 'asked') as unknown)).toBe(
    'Go back to the copy from before the update?',
  )
  await expect(back.page.getByText('Acme Bank')).toBeVisible()
})
