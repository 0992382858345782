import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { freshWorkspaceHere, runHere } from '../../support/command-here.ts'
import { smallOnnx } from '../../support/onnx-file.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-model-import-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const fileOf = (name: string, content: Uint8Array | string): string => {
  const file = path.join(scratch, name)
  writeFileSync(file, content)
  return file
}

const onnx = fileOf('ours.onnx', smallOnnx())
const payments = fileOf(
  'payments.csv',
  [
    'transaction_id,at,amount,customer_id',
    ...Array.from(
      { length: 300 },
      (_, at) =>
        `T${at},${new Date(Date.UTC(2025, 0, 1) + at * 3_600_000).toISOString()},${at % 4 === 0 ? 900 : 20},C${at % 3}`,
    ),
  ].join('\n'),
)
const names = 'amount,customer_count_1d'
const out = path.join(scratch, 'model.json')

describe('model import', () => {
  it('writes an ONNX file in the form of every other model, its branches counted with a file of transactions', async () => {
    const run = await runHere('model', 'import', onnx, '--features', names, '--background', payments, '--out', out)
    expect(run).toMatchObject({
      code: 0,
      lines: [
        {
          model: out,
          trees: 3,
          features: names.split(','),
          origin: { format: 'onnx', covers: 'activities', activities: 300 },
        },
      ],
    })
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ learner: { feature_names: names.split(',') } })
  })

  it('takes it into a workspace, where the same file is the same model', async () => {
    const { dataDir } = await freshWorkspaceHere()
    const first = await runHere(
      'model',
      'import',
      onnx,
      '--features',
      names,
      '--background',
      payments,
      '--data',
      dataDir,
      '--name',
      'Ours',
      '--model-version',
      '3',
    )
    expect(first).toMatchObject({
      code: 0,
      lines: [{ name: 'Ours', version: '3', in_force: false, unknown_features: [] }],
    })
    const again = await runHere('model', 'import', out, '--data', dataDir)
    expect(again.lines[0]?.['model_id']).toBe(first.lines[0]?.['model_id'])
    const without = await runHere('model', 'import', onnx, '--features', names, '--data', dataDir)
    expect([without.code, without.lines]).toEqual([1, []])
    expect(without.stderr).toContain('200 activities')
  }, 120_000)

  it.each([
    [['--out', out], 1, 'no_feature_names'],
    [['--features', names, '--out', out], 1, 'name a file of them with --background'],
    [['--features', 'amount', '--out', out], 1, 'bad_features'],
    [['--features', names], 2, '--data DIR or --out FILE'],
    [['--features', names, '--out', out, '--data', scratch], 2, 'cannot be used with'],
    [['--features', names, '--background', path.join(scratch, 'absent.csv'), '--out', out], 2, 'there is no file'],
  ])('refuses with a reason and writes nothing: %j', async (args, code, reason) => {
    rmSync(out, { force: true })
    const run = await runHere('model', 'import', onnx, ...args)
    expect([run.code, run.lines]).toEqual([code, []])
    expect(run.stderr).toContain(reason)
    expect(() => readFileSync(out)).toThrow('ENOENT')
  })
})
