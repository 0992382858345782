import { InvalidArgumentError, type Command } from 'commander'
import { hubUrl } from '../../../shared/api/sync.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { isNoteName } from '../../seal/checkpoint.ts'
import { formatVerifierKey, parseVerifierKey } from '../../seal/verifier-key.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { outwardOf } from '../../server/sync/outward.ts'
import { openWitnessFolder, type WitnessFolder } from '../../sync/hub/witness-folder.ts'
import { isFinal, witnessRound } from '../../sync/hub/witness-round.ts'
import { createLogLink } from '../../sync/link/log-link.ts'
import { exitCodes, failed, misused, type Io, type Stop, type CommandEnd } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

interface WitnessOptions {
  readonly log: string
  readonly data: string
  readonly logKey?: NoteVerifier
  readonly name?: string
  readonly once?: true
  readonly every: number
}

const asSeconds = (value: string): number => {
  const seconds = Number(value)
  if (!/^\d{1,5}$/.test(value) || seconds < 1 || seconds > 86_400)
    throw new InvalidArgumentError('It must be whole seconds from 1 to 86400.')
  return seconds
}

const asLogKey = (value: string): NoteVerifier => {
  const key = parseVerifierKey(value.trim(), 'log')
  if (key === null)
    throw new InvalidArgumentError('It must be a C2SP verifier key of a log, as the hub shows it at /v1/log/key.')
  return key
}

const asName = (value: string): string => {
  if (value.length > 100 || !isNoteName(value))
    throw new InvalidArgumentError('It must be at most 100 characters without spaces and plus.')
  return value
}

/** Keeps the key that a person gave; refused where another one is kept already. */
const pinLog = (folder: WitnessFolder, given: NoteVerifier | undefined): Result<void, Stop> => {
  if (given === undefined) return ok(undefined)
  const kept = folder.log()
  if (kept === null) folder.keepLog(given)
  else if (formatVerifierKey(kept, 'log') !== formatVerifierKey(given, 'log'))
    return fail(
      failed(
        'other_log: this folder watches a log with another key. A witness watches one log; take another folder for another.',
      ),
    )
  return ok(undefined)
}

const stopSignal = (): Promise<true> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve(true))
    process.once('SIGTERM', () => resolve(true))
  })

const paused = (seconds: number, stopped: Promise<true>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const pause = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), seconds * 1_000)
  })
  return Promise.race([stopped, pause]).finally(() => clearTimeout(timer))
}

const watch = async (folder: WitnessFolder, url: string, { once, every }: WitnessOptions, io: Io): CommandEnd => {
  const link = createLogLink({ url, ...outwardOf(process.env) })
  const stopped = stopSignal()
  for (;;) {
    const isNew = folder.log() === null
    const round = await witnessRound(folder, link, () => Date.now())
    const log = folder.log()
    if (isNew && log !== null)
      io.say(
        `The log’s key was taken from the hub and is kept from now on: ${formatVerifierKey(log, 'log')}. Compare it with the one that the hub’s administrator reads out.`,
      )
    if (round.ok) {
      const { tree, atSeconds } = round.value
      io.print({
        state: 'cosigned',
        origin: tree.origin,
        size: tree.size,
        root: tree.root,
        at: new Date(atSeconds * 1_000).toISOString(),
      })
    } else {
      io.print({ state: 'refused', code: round.error.code, message: round.error.message })
      if (once === true || isFinal(round.error)) return fail(failed(`${round.error.code}: ${round.error.message}`))
    }
    if (once === true) return ok(exitCodes.done)
    if (await paused(every, stopped)) return ok(undefined)
  }
}

const run = async (options: WitnessOptions, io: Io): CommandEnd => {
  const url = hubUrl.safeParse(options.log)
  if (!url.success) return fail(misused('--log must be an http or https address without a user, a query or a fragment'))
  const opened = openWitnessFolder(options.data, options.name)
  if (!opened.ok) return fail(failed(`${opened.error.code}: ${opened.error.message}`))
  const folder = opened.value
  try {
    const pinned = pinLog(folder, options.logKey)
    if (!pinned.ok) return pinned
    io.print({ state: 'ready', witness: formatVerifierKey(folder.signer, 'witness') })
    return await watch(folder, url.data, options, io)
  } finally {
    folder.release()
  }
}

/** `witness`. */
export const addWitnessCommand = (program: Command, registrar: Registrar): void => {
  const command = program
    .command('witness')
    .description(
      'watch the log of a hub that others run: cosign each checkpoint that extends the last one, refuse one that does not',
    )
    .addOption(dataOption())
    .requiredOption('--log <url>', 'the address of the hub')
    .option(
      '--log-key <key>',
      'the key of the log, from the hub’s administrator; default: what the hub shows at the first contact, kept from then on',
      asLogKey,
    )
    .option('--name <name>', 'what a new witness is called, such as witness.example/a', asName)
    .option('--once', 'one round; exit code 1 if nothing was cosigned')
    .option('--every <seconds>', 'how long to wait between rounds', asSeconds, 60)
  registrar.runs<WitnessOptions>(command, (options) => run(options, registrar.io))
}
