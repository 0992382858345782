import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Io } from '../../../main/cli/io.ts'
import { runProgram } from '../../../main/cli/program.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { cosign, openCosignatures } from '../../../main/seal/cosignature.ts'
import { parseVerifierKey } from '../../../main/seal/verifier-key.ts'
import { startService } from '../../../main/server/compose.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { openWitnessFolder } from '../../../main/sync/hub/witness-folder.ts'
import { makeDevice } from '../../unit/seal/support.ts'
import { ask } from './served-world.ts'
import { preparedWorkspace } from '../../support/prepared-workspace.ts'

const env = systemEnv(createLog('silent'))
let root: string
let hub: RunningService
const at = (name: string): string => path.join(root, name)

/** The witness's key, as its folder makes it at the first start. */
const witnessKey = () => {
  const opened = openWitnessFolder(at('witness'), 'witness.example/a')
  if (!opened.ok) throw new Error(opened.error.message)
  opened.value.release()
  return opened.value.signer
}

const shown = async (): Promise<string> => (await fetch(`${hub.url}/v1/log/checkpoint`)).text()
const sizeNow = async (): Promise<number> => Number((await shown()).split('\n')[1])

/** A request of the hub's local user. */
const call = async (address: string, body: unknown): Promise<number> => (await ask(hub, 'POST', address, body)).status

const start = async (dir: string, witnesses = [witnessKey()]): Promise<void> => {
  const started = await startService(
    {
      dataDir: at(dir),
      port: 0,
      host: '127.0.0.1',
      role: 'hub',
      limits: { perAddress: 0, perCredential: 0 },
      witnesses,
    },
    env,
  )
  if (!started.ok) throw new Error(started.error.message)
  hub = started.value
  // What the hub's own folder has to bring at its start is brought, so that the log stands still.
  await call('/v1/sync/now', {})
  await expect.poll(sizeNow, { timeout: 20_000 }).toBeGreaterThan(0)
}

/** Opens a case on the hub, and waits until its checkpoint stands in the log. */
const grow = async (title: string): Promise<void> => {
  const before = await sizeNow()
  expect(await call('/v1/cases', { title, description: 'Of the witness.', priority: 'low' })).toBe(201)
  await call('/v1/sync/now', {})
  await expect.poll(sizeNow, { timeout: 20_000 }).toBeGreaterThan(before)
}

const run = async (
  ...more: readonly string[]
): Promise<{ code: number; lines: Record<string, unknown>[]; said: string }> => {
  const lines: Record<string, unknown>[] = []
  const said: string[] = []
  const io: Io = {
    print: (line) => void lines.push({ ...line }),
    say: (line) => void said.push(line),
    isTerminal: false,
    draw: () => undefined,
  }
  const code = await runProgram(['witness', '--log', hub.url, '--data', at('witness'), '--once', ...more], io)
  return { code, lines, said: said.join('\n') }
}

const bring = (text: string): Promise<Response> =>
  fetch(`${hub.url}/v1/witness/cosignatures`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text })

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'fieldseal-witness-'))
  await preparedWorkspace(at('hub'), { institution: 'ACME', name: 'Acme', admin: 'Admin' })
  await start('hub')
}, 120_000)

afterEach(async () => {
  await hub.close()
  rmSync(root, { recursive: true, force: true })
}, 60_000)

describe('Y-53: a witness follows a hub’s log', () => {
  test('cosigns, and again after the log has grown; the hub serves both with its checkpoint, one line a witness', async () => {
    const first = await run()
    expect(first).toMatchObject({ code: 0, lines: [{ state: 'ready' }, { state: 'cosigned' }] })
    expect(parseVerifierKey(String(first.lines[0]?.['witness']), 'witness')).toMatchObject({
      name: 'witness.example/a',
    })
    expect(first.said).toContain((await (await fetch(`${hub.url}/v1/log/key`)).text()).trim())
    expect(openCosignatures(await shown(), [witnessKey()])).toMatchObject({
      ok: true,
      value: [{ name: 'witness.example/a' }],
    })
    await grow('One more')
    expect(openCosignatures(await shown(), [witnessKey()])).toEqual({ ok: true, value: [] })
    const second = await run()
    expect(second.lines[1]).toMatchObject({ state: 'cosigned', size: await sizeNow() })
    expect(Number(second.lines[1]?.['size'])).toBeGreaterThan(Number(first.lines[1]?.['size']))
    const again = await run()
    expect(again.code).toBe(0)
    expect(openCosignatures(await shown(), [witnessKey()])).toMatchObject({ ok: true, value: { length: 1 } })
    expect(statSync(at('witness/witness.key')).mode & 0o777).toBe(0o600)
  }, 120_000)

  test('a log that went back, and one that then grew otherwise, are refused for good, with the proof kept', async () => {
    await hub.close()
    cpSync(at('hub'), at('restored'), { recursive: true })
    await start('hub')
    await grow('Seen by the witness')
    await grow('And this')
    expect((await run()).code).toBe(0)
    const remembered = readFileSync(at('witness/tree.json'), 'utf8')
    await hub.close()
    await start('restored')
    expect(await run()).toMatchObject({
      code: 1,
      lines: [{ state: 'ready' }, { state: 'refused', code: 'tree_smaller' }],
    })
    const size = (JSON.parse(remembered) as { size: number }).size
    while ((await sizeNow()) <= size) await grow('In the place of what was')
    expect(await run()).toMatchObject({
      code: 1,
      lines: [{ state: 'ready' }, { state: 'refused', code: 'tree_forked' }],
    })
    expect(readFileSync(at('witness/tree.json'), 'utf8')).toBe(remembered)
    expect(readFileSync(at('witness/refused.note'), 'utf8').split('\n')[1]).toBe(String(await sizeNow()))
    expect(openCosignatures(await shown(), [witnessKey()])).toEqual({ ok: true, value: [] })
  }, 120_000)

  test('the hub takes nothing of a key that its operator has not named, in whatever name, and nothing that is no cosigned checkpoint of its log', async () => {
    const note = await shown()
    const refused = async (text: string): Promise<unknown[]> => {
      const answer = await bring(text)
      return [answer.status, ((await answer.json()) as { error: { code: unknown } }).error.code]
    }
    const seconds = 1_772_355_600
    for (const name of ['witness.example/a', 'nobody'])
      expect(await refused(note + cosign(note, { ...makeDevice(5), name }, seconds))).toEqual([400, 'invalid_request'])
    const other = note.replace(/\n\d+\n/, '\n9999\n')
    expect(await refused(other + cosign(other, witnessKey(), seconds))).toEqual([400, 'invalid_request'])
    for (const text of ['', '\n', note, 'x']) expect(await refused(text)).toEqual([400, 'invalid_request'])
    expect((await bring('x'.repeat(9_000))).status).toBe(413)
    expect(await shown()).toBe(note)
    const line = cosign(note, witnessKey(), seconds + 60)
    expect((await bring(note + line)).status).toBe(200)
    // A line that was seen earlier can be brought by anyone; it does not take the newer one's place.
    expect((await bring(note + cosign(note, witnessKey(), seconds))).status).toBe(200)
    expect(await shown()).toBe(note + line)
  }, 60_000)

  test('a hub that knows no such witness, a log with another key, and a folder that has lost its memory’s key are told by name', async () => {
    await hub.close()
    await start('hub', [])
    expect(await run()).toMatchObject({
      code: 1,
      lines: [{ state: 'ready' }, { state: 'refused', code: 'hub_refused' }],
    })
    await preparedWorkspace(at('other'), { institution: 'OTHER', name: 'Other', admin: 'Admin' })
    await hub.close()
    await start('other')
    expect(await run()).toMatchObject({
      code: 1,
      lines: [{ state: 'ready' }, { state: 'refused', code: 'checkpoint_invalid' }],
    })
    const otherKey = (await (await fetch(`${hub.url}/v1/log/key`)).text()).trim()
    expect((await run('--log-key', otherKey)).said).toContain('other_log')
    writeFileSync(at('witness/tree.json'), '{}')
    expect((await run()).said).toContain('state_damaged')
    rmSync(at('witness/log.pub'))
    expect((await run()).said).toContain('state_damaged')
  }, 120_000)
})
