import { expect, it } from 'vitest'
import { regulatorFileFault } from '../../../../main/domain/reports/regulator-files.ts'

const steps = (...names: readonly string[]) =>
  names.map((name) => {
    const [type = '', version = ''] = name.split(' ')
    return { type: `report.${type}`, version: Number(version) }
  })

it.each([
  [['drafted 1', 'submitted 1'], 1, /second person must approve/],
  [['drafted 1', 'submitted 1', 'approved 1'], 1, null],
  [['drafted 1', 'submitted 1', 'approved 1', 'refused 1'], 1, /sent back/],
  [['drafted 1', 'submitted 1', 'approved 1', 'refused 1', 'drafted 2'], 1, /sent back/],
  [['drafted 1', 'submitted 1', 'approved 1', 'refused 1', 'submitted 1', 'approved 1', 'exported 1'], 1, null],
  [['drafted 1', 'submitted 1', 'approved 1', 'withdrawn 1'], 1, /withdrawn/],
  [['drafted 1', 'submitted 1', 'approved 1', 'filed 1', 'rejected 1', 'drafted 2'], 1, null],
  [['drafted 1', 'submitted 1', 'approved 1', 'filed 1', 'rejected 1', 'drafted 2'], 2, /second person must approve/],
  [['drafted 1', 'submitted 1', 'approved 1', 'filed 1', 'rejected 1', 'drafted 2', 'withdrawn 2'], 1, null],
  [['drafted 1', 'submitted 1', 'approved 1', 'filed 1', 'rejected 1', 'drafted 2', 'withdrawn 2'], 2, /withdrawn/],
] as const)('%j: of version %i %s', (taken, version, fault) => {
  const said = regulatorFileFault(steps(...taken), version)
  if (fault === null) expect(said).toBeNull()
  else expect(said).toMatch(fault)
})
