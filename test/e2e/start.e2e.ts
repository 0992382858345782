import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { inRoot } from '../../scripts/lib/paths.ts'
import { environmentWith } from '../support/electron.ts'
import { launchChromium } from '../support/served.ts'
import { expect, test } from './harness.ts'

/** `npm start` on a machine without a display, and the launcher of `npx fieldseal`. */

type Started = { readonly child: ChildProcess; readonly url: string; readonly user: string; readonly password: string }

async function start(dataDir: string): Promise<Started> {
  const environment = environmentWith({ FIELDSEAL_DATA: dataDir })
  delete environment.DISPLAY
  delete environment.WAYLAND_DISPLAY
  const child = spawn(process.execPath, [inRoot('scripts/start.ts')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let aside = ''
  child.stderr.on('data', (chunk) => (aside += String(chunk)))
  let text = ''
  for await (const chunk of child.stdout) {
    text += String(chunk)
    const found = /address +(\S+)\s+user +(\S+)\s+password +(\S+)[^]*Ctrl-C stops it\./.exec(text)
    if (!found) continue
    // The keys that `init` makes are not shown here, so that nothing may ask to keep them.
    expect(aside).not.toContain('shown this once')
    return { child, url: found[1]!, user: found[2]!, password: found[3]! }
  }
  throw new Error(`npm start ended early:\n${text}${aside}`)
}

async function interrupt(child: ChildProcess): Promise<unknown> {
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  return (await exited)[0] as unknown
}

test('without a display it serves, prints an address and a login that work, and Ctrl-C stops it', async ({
  scratch,
}) => {
  const first = await start(`${scratch}/data`)
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const browser = await launchChromium()
  const page = await browser.newPage()
  await page.goto(first.url)
  const signIn = (password: string): Promise<number> =>
    page.evaluate(
      async ([login_name, secret]) => {
        const headers = { 'content-type': 'application/json', 'x-fieldseal-window': '1' }
        return (
          await fetch('/api/v1/auth/login', {
            method: 'POST',
            headers,
            body: JSON.stringify({ login_name, password: secret }),
          })
        ).status
      },
      [first.user, password],
    )
  expect(await signIn('not the password')).toBe(401)
  expect(await signIn(first.password)).toBe(200)
  expect(await interrupt(first.child)).toBe(0)

  const second = await start(`${scratch}/data`)
  expect(second.user).toBe(first.user)
  expect(second.password).not.toBe(first.password)
  await page.goto(second.url)
  expect(await signIn(second.password)).toBe(200)
  expect(await interrupt(second.child)).toBe(0)
  await browser.close()
})

test('npx fieldseal runs under the Node at hand, and passes arguments and exit codes on', ({ scratch }) => {
  const nodes = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter((node) => existsSync(node))
  for (const node of nodes) {
    const bad = spawnSync(node, [inRoot('bin/fieldseal.js'), 'no-such-command'], { encoding: 'utf8' })
    expect([bad.status, bad.stdout]).toEqual([2, ''])
    const made = spawnSync(
      node,
      [
        inRoot('bin/fieldseal.js'),
        'init',
        '--data',
        `${scratch}/${nodes.indexOf(node)}`,
        '--institution',
        'ACME',
        '--name',
        'Ünïon & “Söhne”',
      ],
      { encoding: 'utf8' },
    )
    expect(made.status).toBe(0)
    expect(JSON.parse(made.stdout)).toMatchObject({ institution: 'ACME' })
  }
})
