import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Option, type Command } from 'commander'
import { findCaseByNumber, readCase } from '../../../shared/api/cases.ts'
import { acquirePath, readAcquisition } from '../../../shared/api/evidence.ts'
import { discardExport, linkToExport, readExport, startExport } from '../../../shared/api/exports.ts'
import { readSyncState } from '../../../shared/api/sync.ts'
import type { Acquisition, CaseExport } from '../../../shared/schema/evidence.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { codeOf } from '../../platform/system-error.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { exitCodes, failed, misused, type Io, type Stop, type CommandEnd } from '../io.ts'
import { dataOption } from '../options.ts'
import { createProgress } from '../progress.ts'
import type { Registrar } from '../registrar.ts'
import { saveTo } from '../save-to.ts'

interface ExportOptions {
  readonly data?: string
  readonly case?: string
  readonly out?: string
  readonly reason: string
  readonly recipient?: string
  readonly evidence: 'all' | 'none'
  readonly disclosures: 'all' | 'none'
}

interface AcquireOptions {
  readonly data: string
  readonly case: string
  readonly source?: string
  readonly serial?: string
  readonly description?: string
}

const pollMs = 200

/** The id of a case that is named by it or by its number. */
export const caseIdOf = async (client: ApiClient, given: string): Promise<Result<number, Stop>> => {
  const found = /^\d{1,16}$/u.test(given)
    ? await client.call(readCase, { params: { id: Number(given) } })
    : await client.call(findCaseByNumber, { params: { case_number: given } })
  return found.ok ? ok(found.value.data.id) : found
}

/** Asks again and again until what was started has ended. */
const followed = async <T extends { readonly state: string }>(
  started: T,
  ask: () => Promise<Result<{ readonly data: T }, Stop>>,
  show: (told: T) => void,
): Promise<Result<T, Stop>> => {
  let told = started
  while (told.state === 'running') {
    show(told)
    await wait(pollMs)
    const answer = await ask()
    if (!answer.ok) return answer
    told = answer.value.data
  }
  return ok(told)
}

const exportCase = async (
  client: ApiClient,
  options: ExportOptions & { readonly case: string; readonly out: string },
  io: Io,
): Promise<Result<void, Stop>> => {
  const id = await caseIdOf(client, options.case)
  if (!id.ok) return id
  const { evidence, disclosures, reason, recipient } = options
  const started = await client.call(startExport, {
    params: { id: id.value },
    body: { evidence, disclosures, reason, ...(recipient === undefined ? {} : { recipient }) },
  })
  if (!started.ok) return started
  const params = { id: started.value.data.id }
  const progress = createProgress(io, 'bytes')
  const ended = await followed<CaseExport>(
    started.value.data,
    () => client.call(readExport, { params }),
    (told) => progress.update(told.bytes_done, told.bytes_total),
  )
  progress.end()
  if (!ended.ok) return ended
  const { state, error, case_number: caseNumber, size, sha256, pieces, encrypted, entry_id: entryId } = ended.value
  if (state !== 'done') return fail(failed(error ?? `the export was ${state}`))
  const link = await client.call(linkToExport, { params })
  if (!link.ok) return link
  const content = await client.follow(link.value.data.url)
  if (!content.ok) return content
  await saveTo(options.out, content.value)
  await client.call(discardExport, { params })
  io.print({
    file: path.resolve(options.out),
    case_number: caseNumber,
    bytes: size,
    sha256,
    pieces,
    encrypted,
    entry_id: entryId,
  })
  return ok(undefined)
}

const exportAbout = `
Writes a bundle that a court, an auditor or the other side can check without Fieldseal: BagIt in a ZIP file, with the evidence, every sealed
entry, proofs, keys and a readable report. Begin with VERIFY.txt in it, or check it with: fieldseal verify FILE
The export is sealed into the timeline of the case before its first byte is written.`

/** `export`: the bundle of a case. Answers the command, to which others are added. */
export const addCaseExport = (program: Command, registrar: Registrar): Command => {
  const command = program
    .command('export')
    .description('write the bundle of a case')
    .option('--data <dir>', 'the data folder')
    .option('--case <id or number>', 'the case')
    .option('--out <file>', 'the file to write; an existing one is replaced')
    .option('--reason <text>', 'whom it is for, and why; sealed with the export', 'Exported on the command line.')
    .option('--recipient <key>', 'encrypt the bundle to this public key of age (age1 and what follows)')
    .addOption(new Option('--evidence <which>', 'whose bytes are in it').choices(['all', 'none']).default('all'))
    .addOption(
      new Option('--disclosures <which>', 'which withheld values are in it; left out ones stay provable')
        .choices(['all', 'none'])
        .default('all'),
    )
    .addHelpText('after', exportAbout)
    // What stands behind `export cases` is that command's.
    .enablePositionalOptions()
  registrar.runs<ExportOptions>(command, async (options) => {
    const { data, case: given, out } = options
    const missing = data === undefined ? '--data' : given === undefined ? '--case' : out === undefined ? '--out' : null
    if (data === undefined || given === undefined || out === undefined)
      return fail({ code: exitCodes.usage, message: `${missing ?? ''} is required` })
    return await withService(data, (client) => exportCase(client, { ...options, case: given, out }, registrar.io))
  })
  return command
}

/** Y-86: whoever takes evidence in by a command sees no screen that says that the clock is wrong. */
const tellClock = async (client: ApiClient, io: Io): Promise<void> => {
  const state = await client.call(readSyncState, {})
  if (state.ok && state.value.data.clock !== null) io.say(state.value.data.clock.message)
}

/** Whether a path leads nowhere; whatever else is wrong with it, the service says. */
const isMissing = (place: string): Promise<boolean> =>
  lstat(place).then(
    () => false,
    (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(codeOf(error)),
  )

const acquireOne = async (
  client: ApiClient,
  place: string,
  caseId: number,
  options: AcquireOptions,
  io: Io,
): CommandEnd => {
  const { source, serial, description } = options
  await tellClock(client, io)
  const facts = {
    ...(source === undefined ? {} : { source }),
    ...(serial === undefined ? {} : { serial }),
    ...(description === undefined ? {} : { description }),
  }
  const started = await client.call(acquirePath, { params: { id: caseId }, body: { path: path.resolve(place), facts } })
  if (!started.ok) return started
  const params = { id: started.value.data.id }
  const progress = createProgress(io, 'bytes')
  const ended = await followed<Acquisition>(
    started.value.data,
    () => client.call(readAcquisition, { params }),
    (told) => progress.update(told.bytes_done, told.bytes_total ?? told.bytes_done),
  )
  progress.end()
  if (!ended.ok) return ended
  const {
    state,
    error,
    files_done: files,
    bytes_done: bytes,
    duplicates,
    problems,
    problems_total: problemsTotal,
    evidence_id: evidenceId,
  } = ended.value
  for (const problem of problems) io.say(`${problem.path}: ${problem.message}`)
  io.print({
    acquisition: params.id,
    state,
    files,
    bytes,
    duplicates,
    problems: problemsTotal,
    evidence_id: evidenceId,
  })
  if (state !== 'done') return fail(failed(error ?? `the acquisition is ${state}`))
  return ok(problemsTotal > 0 ? exitCodes.failed : exitCodes.done)
}

/** `acquire`: files, folders and devices of this computer become evidence. */
export const addAcquireCommand = (program: Command, registrar: Registrar): void => {
  const command = program
    .command('acquire')
    .description('take a file, a folder with all below it, or a device into a case as evidence')
    .argument('<path>', 'the file, folder or device')
    .addOption(dataOption())
    .requiredOption('--case <id or number>', 'the case')
    .option('--source <text>', 'what it was taken from')
    .option('--serial <text>', 'serial number or inventory mark of the source')
    .option('--description <text>', 'what it is and why it matters')
  registrar.runs<AcquireOptions>(command, async (options, [place = '']) => {
    if (await isMissing(place))
      return fail(misused(`there is no file, folder or device ${place}; nothing was acquired`))
    return await withService(options.data, async (client) => {
      const id = await caseIdOf(client, options.case)
      return id.ok ? await acquireOne(client, place, id.value, options, registrar.io) : id
    })
  })
}
