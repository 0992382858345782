import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyMapping } from '../../../main/cli/commands/transfer.ts'
import { printVerdict } from '../../../main/cli/commands/verify.ts'
import { exitCodes, type Io } from '../../../main/cli/io.ts'
import { asMapping } from '../../../main/cli/options.ts'
import { runProgram } from '../../../main/cli/program.ts'
import { createProgress, progressLine } from '../../../main/cli/progress.ts'
import { parseTrust } from '../../../main/cli/trust.ts'
import { makeFinding } from '../../../main/seal/findings.ts'
import type { VerificationReport } from '../../../shared/api/workspace.ts'
import type { Finding } from '../../../shared/schema/findings.ts'

const recorder = (isTerminal = false) => {
  const printed: unknown[] = []
  const said: string[] = []
  const drawn: string[] = []
  const io: Io = {
    print: (result) => void printed.push(result),
    say: (line) => void said.push(line),
    isTerminal,
    draw: (text) => void drawn.push(text),
  }
  return { io, printed, said, drawn }
}

describe('bad usage', () => {
  it.each([
    [['frobnicate'], /unknown command 'frobnicate'/],
    [['enrol', '--data', 'x'], /unknown command 'enrol'/],
    [['import', 'transactions', 'x.csv'], /required option '--data/],
    [['export', '--data', 'x', '--case', '1'], /./],
    [['serve'], /required option '--data <dir>'/],
    [['serve', '--data', 'x', '--port', 'http'], /--port/],
    [['token', '--data', 'x', '--user', '0'], /--user/],
    [['token', '--data', 'x', '--user', '1', '--role', 'king'], /investigator, supervisor, auditor, admin/],
    [['verify'], /missing required argument 'path'/],
    [['verify', 'a', 'b'], /too many arguments/],
    [['import', 'cases', 'x.csv', '--data', 'd', '--mapping', 'A=colour'], /column=field/],
    [['import', 'cases', 'x.csv', '--data', 'd', '--time-zone', 'Middle/Earth'], /IANA time zone/],
    [['serve', '--data', 'x', '--colour', 'red'], /unknown option '--colour'/],
    [['verify', 'package.json', '--case', '1'], /a bundle holds one case/],
    [['verify', 'package.json', '--trust', '/no/such/file'], /trust file/],
  ])('%j exits 2 with a clear line on stderr and nothing on stdout', async (args, message) => {
    const { io, printed, said } = recorder()
    expect(await runProgram(args, io)).toBe(exitCodes.usage)
    expect(printed).toEqual([])
    expect(said.join('\n')).toMatch(message)
  })

  it.each([
    ['verify', '/no/such/folder'],
    ['token', '--data', '/no/such/folder', '--user', '1'],
    ['serve', '--data', '/no/such/folder'],
    ['doctor', '--data', '/no/such/folder'],
    ['backup', '--data', '/no/such/folder', '--out', 'b.db'],
    ['user', 'list', '--data', '/no/such/folder'],
    ['import', 'cases', '/no/such/file.csv', '--data', '/no/such/folder'],
    ['acquire', '/no/such/file', '--data', '/no/such/folder', '--case', '1'],
  ])('%s on a folder without a workspace, or a file that is not there, exits 2', async (...args) => {
    const { io, said } = recorder()
    expect(await runProgram(args, io)).toBe(exitCodes.usage)
    expect(said.join('\n')).toMatch(/holds no workspace|there is no file/)
  })

  it.each([
    ['/no/such/bundle.zip', /there is no file or folder \/no\/such\/bundle\.zip: nothing was checked/],
    [mkdtempSync(path.join(tmpdir(), 'empty-')), /holds no workspace; it is no bundle either/],
  ])('verify %s advises nobody to make a workspace', async (place, message) => {
    const { io, said } = recorder()
    expect(await runProgram(['verify', place], io)).toBe(exitCodes.usage)
    expect(said.join('\n')).toMatch(message)
    expect(said.join('\n')).not.toMatch(/init/)
  })
})

describe('what verify prints of a folder', () => {
  const report = (findings: readonly Finding[], total: number): VerificationReport => ({
    verdict: 'faults_found',
    conclusion: 'faults_found',
    scope: 'workspace',
    started_at: '',
    finished_at: '',
    cases: 1,
    entries: 1,
    signatures: 1,
    rows: 1,
    disclosures: 0,
    checkpoints: 1,
    findings: [...findings],
    findings_total: total,
  })
  const fault = makeFinding({ caseUid: 'x', caseNumber: null }, 'edited_payload', 'said')
  it('says that there are more findings than it lists', () => {
    const { io, printed, said } = recorder()
    expect(printVerdict(io, report([fault, fault], 2_502), [])).toBe(exitCodes.failed)
    expect(printed.at(-1)).toMatchObject({ verdict: 'faults_found', findings_total: 2_502 })
    expect(said.join('\n')).toContain('2,500 more findings are not listed')
  })
  it('says nothing of the kind where it lists them all', () => {
    const { io, said } = recorder()
    printVerdict(io, report([fault], 1), [makeFinding({ caseUid: 'x', caseNumber: null }, 'trust_unused', 'said')])
    expect(said).toEqual([])
  })
})

describe('S-115: the three conclusions of a folder', () => {
  const whole = { verdict: 'intact', scope: 'workspace', findings_total: 0 } as const
  const counts = { started_at: '', finished_at: '', cases: 1, entries: 1, signatures: 1, rows: 1 }
  const cut = makeFinding({ caseUid: 'x', caseNumber: null }, 'truncated_tail', 'said')
  it.each([
    ['intact_to_the_end', [], 'intact_to_the_end', exitCodes.done],
    ['intact_as_far_as_it_goes', [], 'intact_as_far_as_it_goes', exitCodes.done],
    ['intact_to_the_end', [cut], 'faults_found', exitCodes.failed],
  ] as const)('%s, with %j from checkpoints held elsewhere', (conclusion, besides, told, code) => {
    const { io, printed } = recorder()
    const report = { ...whole, ...counts, findings: [], disclosures: 0, checkpoints: 1, conclusion }
    expect(printVerdict(io, report, besides)).toBe(code)
    expect(printed.at(-1)).toMatchObject({ conclusion: told })
  })
})

describe('verify on something that is no bundle', () => {
  it('names what is wrong, and finds no verdict but faults', async () => {
    const { io, printed } = recorder()
    expect(await runProgram(['verify', 'package.json'], io)).toBe(exitCodes.failed)
    expect(printed[0]).toMatchObject({
      code: 'bundle_malformed',
      message: expect.stringContaining('no whole ZIP file') as string,
    })
    expect(printed.at(-1)).toMatchObject({ verdict: 'faults_found', scope: 'bundle', signing_key: null })
  })
})

describe('the mapping on the command line', () => {
  const job = { columns: ['Key', 'Topic', 'Opened, local'], guess: { reference: 0, title: 1 } }
  it('names columns by header or number and overrules the guess for the columns that it names', () => {
    expect(applyMapping(job, asMapping('key=title,2=notes'))).toEqual({ ok: true, value: { title: 0, notes: 1 } })
    expect(applyMapping(job, asMapping('Opened\\, local=created_at'))).toEqual({
      ok: true,
      value: { reference: 0, title: 1, created_at: 2 },
    })
  })
  it('is refused where the file has no such column', () => {
    expect(applyMapping(job, asMapping('Colour=title'))).toMatchObject({ ok: false, error: { code: 2 } })
    expect(applyMapping(job, asMapping('4=title')).ok).toBe(false)
  })
})

describe('progress', () => {
  it('is drawn on a terminal only', () => {
    const terminal = recorder(true)
    createProgress(terminal.io, 'rows').update(500, 2_000)
    expect(terminal.drawn).toEqual([progressLine(500, 2_000, 'rows')])
    expect(progressLine(500, 2_000, 'rows')).toContain('25 %  500 of 2,000 rows')
    const pipe = recorder(false)
    createProgress(pipe.io, 'rows').update(1, 2)
    expect(pipe.drawn).toEqual([])
  })
})

describe('a trust file', () => {
  const note = `signer/case/x\n1\n${'A'.repeat(43)}=\n\n— signer AAAAAAAA`
  const pem = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }).toString()
  it('holds keys and checkpoints in any order', () => {
    const trust = parseTrust(`${note}\n---\n${pem}${pem}${note}\n`)
    expect(trust.ok && trust.value.keys).toHaveLength(2)
    expect(trust.ok && trust.value.checkpoints).toEqual([`${note}\n`, `${note}\n`])
  })
  it('holds fingerprints of keys, a line each, in both forms', () => {
    const id = 'iHC4mECH4QSfJkZeaI-ObWDA5nRPL45zqMTqOJiD3OQ'
    const ssh = 'SHA256:yBgjvjOwR/y4MIp0qt6PVGCJQ2Xy9yp8mdwrdMGx91s'
    const trust = parseTrust(`${id}\n${ssh}\n${note}\n`)
    expect(trust.ok && trust.value).toMatchObject({ keys: [], fingerprints: [id, ssh], checkpoints: [`${note}\n`] })
  })
  it.each([
    'hello world',
    'SHA256:short',
    `256 SHA256:${'B'.repeat(42)} root@vm (ED25519)`,
    note.replace(/\n\n.*/u, '\n'),
    note.replace('— ', '-- '),
    `# 2024: SHA256:${'B'.repeat(43)}`,
    '-----BEGIN PUBLIC KEY-----\nAAAA',
  ])('B-62: is refused where it holds %j, and names the line', (text) => {
    const refused = parseTrust(`SHA256:${'B'.repeat(43)}\n\n${text}\n`)
    expect(!refused.ok && refused.error).toMatchObject({
      code: exitCodes.usage,
      message: expect.stringContaining('line 3 of the trust file') as string,
    })
  })
  it('is refused where it holds nothing, or a key of another kind', () => {
    expect(parseTrust('\n\n').ok).toBe(false)
    expect(
      parseTrust(
        String(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'pem', type: 'spki' })),
      ).ok,
    ).toBe(false)
  })
})
