import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import { writeServiceFile } from '../../../main/server/service-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-service-file-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

it('leaves service.json alone in the folder, and nothing of writers that were killed or found the disk full', async () => {
  for (const pid of [27_204, process.pid]) writeFileSync(path.join(dir, `service.json.${pid}`), '')
  const content = { url: 'http://127.0.0.1:1', pid: process.pid, institution_key: 'local_x' }
  await writeServiceFile(dataFolder(dir), content)
  expect(readdirSync(dir)).toEqual(['service.json'])
  expect(JSON.parse(readFileSync(path.join(dir, 'service.json'), 'utf8'))).toEqual(content)
})
