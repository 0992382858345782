import { Option } from 'commander'
import type { Command } from 'commander'
import { approveErasure, declineErasure, listErasures, requestErasure } from '../../../shared/api/evidence-erasure.ts'
import type { AnswerOf } from '../../../shared/api/operation.ts'
import { readEvidence } from '../../../shared/api/evidence.ts'
import { erasureStates } from '../../../shared/schema/evidence.ts'
import type { ErasureState } from '../../../shared/schema/evidence.ts'
import { legalBases } from '../../../shared/schema/legal-basis.ts'
import type { LegalBasis } from '../../../shared/schema/legal-basis.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { failed, misused } from '../io.ts'
import type { Stop } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'
import { caseIdOf } from './evidence.ts'

interface PieceOptions {
  readonly data: string
  readonly case: string
  readonly piece: string
}

interface AskOptions extends PieceOptions {
  readonly basis: LegalBasis
  readonly reference: string
  readonly reason: string
}

interface WordOptions extends PieceOptions {
  readonly decline?: string
}

type Piece = { readonly id: number; readonly evidence_id: number }

const pieceOf = async (client: ApiClient, { case: named, piece }: PieceOptions): Promise<Result<Piece, Stop>> => {
  if (!/^[1-9]\d{0,15}$/u.test(piece)) return fail(misused('--piece takes the id of a piece of evidence'))
  const id = await caseIdOf(client, named)
  return id.ok ? ok({ id: id.value, evidence_id: Number(piece) }) : id
}

/** The request that waits for a word. */
const waitingOf = async (client: ApiClient, params: Piece): Promise<Result<string, Stop>> => {
  const read = await client.call(readEvidence, { params })
  if (!read.ok) return read
  const { erasure } = read.value.data
  return erasure?.state === 'waiting' ? ok(erasure.request) : fail(failed('no erasure of this piece waits'))
}

const say = async (
  client: ApiClient,
  params: Piece,
  decline: string | undefined,
): Promise<Result<AnswerOf<typeof declineErasure>['data'], Stop>> => {
  const request = await waitingOf(client, params)
  if (!request.ok) return request
  const answer =
    decline === undefined
      ? await client.call(approveErasure, { params, body: { request: request.value } })
      : await client.call(declineErasure, { params, body: { request: request.value, reason: decline } })
  return answer.ok ? ok(answer.value.data) : answer
}

const addList = (evidence: Command, registrar: Registrar): void => {
  const command = evidence
    .command('erasures')
    .description('list what was asked to be erased by order, and what became of it')
    .addOption(dataOption())
    .addOption(new Option('--state <state>', 'only these').choices(erasureStates))
  registrar.runs<{ readonly data: string; readonly state?: ErasureState }>(command, async ({ data, state }) =>
    withService(data, async (client) => {
      const listed = await client.call(listErasures, { query: state === undefined ? {} : { state } })
      if (!listed.ok) return listed
      for (const one of listed.value.data) registrar.io.print(one)
      return ok(undefined)
    }),
  )
}

const onPiece = (evidence: Command, name: string, description: string): Command =>
  evidence
    .command(name)
    .description(description)
    .addOption(dataOption())
    .requiredOption('--case <id or number>', 'the case')
    .requiredOption('--piece <id>', 'the piece of evidence')

/** `evidence erasures`, `erase` and `settle-erasure`: bytes erased by order, by two people. */
export const addErasureCommands = (evidence: Command, registrar: Registrar): void => {
  addList(evidence, registrar)
  const ask = onPiece(evidence, 'erase', 'ask for the bytes of a piece to be erased by order; another person approves')
    .addOption(new Option('--basis <basis>', 'the legal basis').choices(legalBases).default('court_order'))
    .requiredOption('--reference <text>', 'file number of the order, sealed openly')
    .requiredOption('--reason <text>', 'why; withheld')
  registrar.runs<AskOptions>(ask, async (options) =>
    withService(options.data, async (client) => {
      const params = await pieceOf(client, options)
      if (!params.ok) return params
      const { basis, reference, reason } = options
      const asked = await client.call(requestErasure, {
        params: params.value,
        body: { legal_basis: basis, reference, reason },
      })
      if (asked.ok) registrar.io.print(asked.value.data)
      return asked.ok ? ok(undefined) : asked
    }),
  )
  const settle = onPiece(evidence, 'settle-erasure', 'approve an erasure that another person asked for').option(
    '--decline <reason>',
    'decline it instead: nothing is erased',
  )
  registrar.runs<WordOptions>(settle, async (options) =>
    withService(options.data, async (client) => {
      const params = await pieceOf(client, options)
      if (!params.ok) return params
      const said = await say(client, params.value, options.decline)
      if (said.ok) registrar.io.print(said.value)
      return said.ok ? ok(undefined) : said
    }),
  )
}
