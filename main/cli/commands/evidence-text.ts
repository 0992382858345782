import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import {
  dropEvidenceText,
  readEvidenceText,
  renewEvidenceText,
  searchEvidenceText,
} from '../../../shared/api/evidence-text.ts'
import type { AnswerOf } from '../../../shared/api/operation.ts'
import type { CaseText } from '../../../shared/schema/evidence-text.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { exitCodes, misused } from '../io.ts'
import type { ExitCode, Io, Stop } from '../io.ts'
import { dataOption } from '../options.ts'
import { createProgress } from '../progress.ts'
import type { Registrar } from '../registrar.ts'
import { addErasureCommands } from './evidence-erasure.ts'
import { caseIdOf } from './evidence.ts'

interface CaseOptions {
  readonly data: string
  readonly case: string
}

interface SearchOptions extends CaseOptions {
  readonly piece?: string
  readonly now?: boolean
}

const pollMs = 200

/** Waits until nothing of the case waits to be read any more. */
const readOut = async (client: ApiClient, id: number, io: Io): Promise<Result<CaseText, Stop>> => {
  const progress = createProgress(io, 'pieces')
  for (;;) {
    const answer = await client.call(readEvidenceText, { params: { id } })
    if (!answer.ok) return answer
    const { pieces } = answer.value.data
    if (pieces.waiting === 0) {
      progress.end()
      return ok(answer.value.data)
    }
    progress.update(pieces.total - pieces.waiting, pieces.total)
    await wait(pollMs)
  }
}

const droppedWords = {
  person: 'the text of this case was dropped: nothing was searched. Have it read with: fieldseal evidence read',
  erasure:
    'a text of this case was erased, so what had been read of its evidence was dropped: nothing was searched. Have it read with: fieldseal evidence read',
} as const

/** What was not searched is said: a search that finds nothing must not be taken for more than it is. */
const tellLacking = ({ dropped, pieces, lacking_total: lacking }: CaseText, io: Io): void => {
  if (dropped !== null) {
    io.say(droppedWords[dropped])
    return
  }
  io.say(`${pieces.read} of ${pieces.total} pieces are read`)
  if (pieces.waiting > 0) io.say(`${pieces.waiting} still wait to be read, and were not searched`)
  if (pieces.elsewhere > 0) io.say(`${pieces.elsewhere} are not on this device, and were not searched`)
  if (lacking > 0)
    io.say(`${lacking} could not be read, or not all of them: fieldseal evidence text tells which and why`)
}

const printFound = ({ data }: AnswerOf<typeof searchEvidenceText>, io: Io): number => {
  for (const { evidence_id: evidenceId, name, passages, more, entry_id: entryId } of data)
    for (const [at, { way, text, marks }] of passages.entries())
      io.print({
        evidence_id: evidenceId,
        name,
        way,
        text,
        marks,
        // Said once, with the last passage that is told of the piece.
        ...(more && at === passages.length - 1 ? { more } : {}),
        entry_id: entryId,
      })
  return data.length
}

const search = async (
  client: ApiClient,
  id: number,
  q: string,
  { piece, now }: SearchOptions,
  io: Io,
): Promise<Result<ExitCode, Stop>> => {
  const state = now === true ? await client.call(readEvidenceText, { params: { id } }) : await readOut(client, id, io)
  if (!state.ok) return state
  const told = 'data' in state.value ? state.value.data : state.value
  const only = piece === undefined ? {} : { evidence_id: Number(piece) }
  let found = 0
  let after: string | null = null
  do {
    const answer: Result<AnswerOf<typeof searchEvidenceText>, Stop> = await client.call(searchEvidenceText, {
      params: { id },
      body: { q, ...only, ...(after === null ? {} : { after }) },
    })
    if (!answer.ok) return answer
    found += printFound(answer.value, io)
    after = answer.value.next
  } while (after !== null)
  tellLacking(told, io)
  return ok(found === 0 ? exitCodes.failed : exitCodes.done)
}

const printState = ({ dropped, pieces, lacking, lacking_total: total }: CaseText, io: Io): void => {
  for (const { evidence_id: evidenceId, name, state, format, lacks } of lacking)
    io.print({ evidence_id: evidenceId, name, state, format, lacks })
  io.print({ ...pieces, dropped, lacking: total })
}

const searchAbout = `
Passages that contain every word; the last may be a beginning, "quoted words" follow one another. Waiting evidence is read first.
What is shown of a piece is sealed as a look at it. Text is read by a machine: open the piece before you rely on it.`

const addSearch = (evidence: Command, registrar: Registrar): void => {
  const command = evidence
    .command('search')
    .description('find words in the text of the evidence of a case')
    .argument('<words>', 'what is looked for')
    .addOption(dataOption())
    .requiredOption('--case <id or number>', 'the case')
    .option('--piece <id>', 'in this piece alone, with all of its passages')
    .option('--now', 'search what is read by now, without waiting for the rest')
    .addHelpText('after', searchAbout)
  registrar.runs<SearchOptions>(command, async (options, [words = '']) => {
    if (options.piece !== undefined && !/^[1-9]\d{0,15}$/u.test(options.piece))
      return fail(misused('--piece takes the id of a piece of evidence'))
    return await withService(options.data, async (client) => {
      const id = await caseIdOf(client, options.case)
      return id.ok ? await search(client, id.value, words, options, registrar.io) : id
    })
  })
}

/** `evidence`: its text, searched, read and dropped; its bytes, erased by order. */
export const addEvidenceCommands = (program: Command, registrar: Registrar): void => {
  const evidence = program.command('evidence').description('the text of the evidence of a case, and erasures by order')
  addSearch(evidence, registrar)
  addErasureCommands(evidence, registrar)
  const onCase = (
    name: string,
    description: string,
    work: (client: ApiClient, id: number, io: Io) => Promise<Result<CaseText, Stop>>,
  ): void => {
    const command = evidence
      .command(name)
      .description(description)
      .addOption(dataOption())
      .requiredOption('--case <id or number>', 'the case')
    registrar.runs<CaseOptions>(command, async (options) =>
      withService(options.data, async (client) => {
        const id = await caseIdOf(client, options.case)
        if (!id.ok) return id
        const state = await work(client, id.value, registrar.io)
        if (!state.ok) return state
        printState(state.value, registrar.io)
        return ok(undefined)
      }),
    )
  }
  onCase('text', 'tell how far the evidence of a case is read, and what of it cannot be', async (client, id) => {
    const answer = await client.call(readEvidenceText, { params: { id } })
    return answer.ok ? ok(answer.value.data) : answer
  })
  onCase('read', 'read the evidence of a case again, and wait until it is read', async (client, id, io) => {
    const begun = await client.call(renewEvidenceText, { params: { id } })
    return begun.ok ? await readOut(client, id, io) : begun
  })
  onCase('drop', 'take the text of the evidence of a case from this device', async (client, id) => {
    const answer = await client.call(dropEvidenceText, { params: { id } })
    return answer.ok ? ok(answer.value.data) : answer
  })
}
