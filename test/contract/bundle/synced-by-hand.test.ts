import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bundleFile } from '../../support/case-bundle.ts'
import { contestedCase, exportedFrom } from '../../support/synced-bundle.ts'
import { linuxSteps, shell, UnpackedBundle } from '../../support/unpacked-bundle.ts'

const marks = ['payload: OK', 'no file added: OK', 'entries and disclosed values: OK', 'tree: OK', 'signatures of the hub: OK', 'order of the hub: OK (5 of 6 entries have reached it)']

test('VERIFY.txt of a synced case: its commands, exactly as they stand, all pass, and see another order', { timeout: 120_000 }, async () => {
  const { field, b, caseId } = await contestedCase()
  try {
    const bundle = await bundleFile(await exportedFrom(b, field, caseId))
    const unpacked = UnpackedBundle.unpack(bundle.file)
    const folder = mkdtempSync(path.join(tmpdir(), 'by-hand-'))
    writeFileSync(path.join(folder, bundle.fileName), readFileSync(bundle.file))
    shell(`unzip -q ${bundle.fileName}`, folder)
    const commands = linuxSteps(unpacked.text('VERIFY.txt'))
    const said = shell(commands.join('\n'), folder)
    for (const mark of marks) expect(said.output).toContain(mark)
    expect(said.output).not.toMatch(/NOT|FAILED|No such file/)
    expect(said.code).toBe(0)
    const altered = shell([...commands.slice(0, 9), `sed -i.bak -e 's/^    4,$/    x/; s/^    3,$/    4,/; s/^    x$/    3,/' data/hub/order.json`, ...commands.slice(9)].join('\n'), folder)
    expect(altered.output).toContain('NOT THESE ENTRIES')
    expect(altered.output).not.toContain('order of the hub: OK')
  } finally {
    await field.remove()
  }
})
