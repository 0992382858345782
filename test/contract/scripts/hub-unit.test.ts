import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { hasProgram } from '../../../scripts/lib/run.ts'

const unit = inRoot('build/hub/fieldseal-hub.service')

test.skipIf(!hasProgram('systemd-analyze'))(
  'the unit file of a hub leaves little exposed, as systemd judges it',
  () => {
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
    })
    const level = /Overall exposure level for fieldseal-hub\.service: ([\d.]+)/u.exec(stdout)?.[1]
    expect(Number(level)).toBeGreaterThan(0)
    expect(Number(level)).toBeLessThan(3)
  },
)
