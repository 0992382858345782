import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inRoot } from '../../scripts/lib/paths.ts'

/** The `sh` blocks of a document below that heading, or of all of it, in their order. */
export const shellBlocks = (document: string, heading = ''): string => {
  const text = readFileSync(inRoot(document), 'utf8')
  const below = heading === '' ? text : (text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
  return [...below.matchAll(/```sh\n([\s\S]*?)```/gu)].map((block) => block[1] ?? '').join('\n')
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

/** `npx fieldseal` is what was built here, and npm has nothing to do: a test neither fetches nor builds. */
const standIns: Readonly<Record<string, string>> = {
  npx: `#!/bin/sh\nshift\nexec '${inRoot('node_modules/.bin/node')}' '${inRoot('bin/fieldseal.js')}' "$@"\n`,
  npm: '#!/bin/sh\nexit 0\n',
}

/**
 * Stops at the first command that fails; `-e`: jq fails where what it was asked for is null, false or not there.
 * Whatever was started in the background ends with the shell.
 */
const strict =
  'set -e\njq() { command jq -e "$@"; }\nend() { kill $(jobs -p) 2> /dev/null || true; wait; }\ntrap end EXIT\n'

/** A run of a document's commands: everything that they print. */
export interface ShellRun {
  readonly code: number | null
  readonly output: string
}

/**
 * Runs commands of a document in one bash, in an empty folder; of the text only the port and the folder /tmp are
 * exchanged, so that runs do not meet.
 */
export const runShell = async (commands: string, port: number): Promise<ShellRun> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shell-blocks-'))
  const bin = path.join(folder, '.bin')
  mkdirSync(bin)
  for (const [name, text] of Object.entries(standIns)) {
    writeFileSync(path.join(bin, name), text)
    chmodSync(path.join(bin, name), 0o755)
  }
  const exchanged = commands
    .replaceAll(String(port), String(await freePort()))
    .replaceAll(/(?<= )\/tmp\//gu, `${folder}/`)
  const run = spawnSync('bash', ['-c', strict + exchanged], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 150_000,
    env: { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` },
  })
  rmSync(folder, { recursive: true, force: true })
  return { code: run.status, output: run.stdout + run.stderr }
}
