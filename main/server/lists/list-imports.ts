import { importing } from '../imports/importing.ts'
import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import { stageList, stageListPart, type runListImport } from '../../../shared/api/lists.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import type { ListFormat, ListImport } from '../../../shared/schema/lists.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { ListFault } from '../../domain/lists/fault.ts'
import { listOf, recogniseList } from '../../domain/lists/recognise.ts'
import type { ListStore } from '../../storage/lists/list-store.ts'
import type { EncryptedFile } from '../imports/encrypted-file.ts'
import { createJobBook, toldOf, type BookedJob, type ImportGround } from '../imports/job-book.ts'
import { listKinds } from '../../domain/files/refusal.ts'
import { readableKind } from '../imports/kind-of-file.ts'
import type { ImportActor } from '../imports/ports.ts'
import type { StoredBytes } from '../imports/staged-file.ts'
import { bytesOfList, headOfList, isPacked } from './list-text.ts'
import { freshReading, runReading, type ListReadingState } from './run-reading.ts'

/** The operations on imports of lists; each answers what the interface shows. */
export interface ListImports {
  /** Stores a file and looks which list it is. `body` is read to its end or until it is too long. */
  stage(fileName: string, body: AsyncIterable<Uint8Array>): Promise<Result<ListImport, Refusal>>
  /** Stores a file beside a staged one. */
  stagePart(
    id: string,
    part: 'alt' | 'add',
    fileName: string,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Result<ListImport, Refusal>>
  /** Starts the reading and answers at once; `read` follows it. One runs at a time. */
  run(actor: ImportActor, id: string, input: BodyOf<typeof runListImport>): Result<ListImport, Refusal>
  read(id: string): Result<ListImport, Refusal>
  /** Deletes the files; a reading that runs ends first, and changes nothing. */
  discard(id: string): Promise<Result<{ discarded: true }, Refusal>>
  /** Ends what runs and deletes every staged file. */
  close(): Promise<void>
}

export interface ListImportParts extends ImportGround {
  readonly lists: ListStore
}

/** What a look at a file has shown. */
interface ListLook {
  readonly isPacked: boolean
  readonly found: ReturnType<typeof recogniseList>
}

/** Which list is read, and how far. */
interface ListTally {
  key: string | null
  readonly reading: ListReadingState
}

type ListJob = BookedJob<ListLook, ListTally>

const partNames = ['alt', 'add'] as const

/** The beginning of a file, as far as its encoding can be told without being asked for. */
const headOrEmpty = async (file: EncryptedFile): Promise<string> => {
  try {
    return await headOfList(file)
  } catch (error) {
    if (error instanceof ListFault) return await headOfList(file, { encoding: 'windows-1252' }).catch(() => '')
    throw error
  }
}

/** The bytes as far as they can be unpacked: what is damaged further on is told by the run. */
async function* beginning(file: EncryptedFile): AsyncGenerator<Uint8Array> {
  try {
    yield* bytesOfList(file)
  } catch (error) {
    if (!(error instanceof ListFault)) throw error
  }
}

const look = async ({ file }: StoredBytes): Promise<Result<ListLook, Refusal>> => {
  try {
    const kind = await readableKind(beginning(file), listKinds, 'file_refused')
    if (!kind.ok) return kind
    const found = recogniseList(await headOrEmpty(file))
    return ok({ isPacked: await isPacked(file), found })
  } catch (error) {
    if (error instanceof ListFault) return fail(refusal('file_refused', `The file ${error.message}.`))
    throw error
  }
}

const alone = 'Another list is being read; one is read at a time.'

const viewOf = (job: ListJob, seconds: number): ListImport => {
  const { found, isPacked: compressed } = job.look
  const { key, reading } = job.tally
  return {
    ...toldOf(job),
    compressed,
    format: found.format,
    key: key ?? (found.format === null ? null : (listOf(found.format, toldOf(job).file_name)?.key ?? null)),
    side_files: partNames.flatMap((part) => {
      const side = job.beside.get(part)
      return side === undefined
        ? []
        : [{ part, file_name: side.fileName, bytes: side.stored.bytes, sha256: side.stored.sha256 }]
    }),
    published_at: reading.publishedAtMs === null ? null : toTimestamp(reading.publishedAtMs),
    dry_run: job.dryRun,
    progress: Math.min(1, reading.progress),
    entries: reading.entries,
    names: reading.names,
    skipped: reading.skipped,
    notes: [...reading.notes],
    changes: reading.changes,
    version: reading.version,
    unchanged: reading.unchanged,
    needs_confirmation: reading.needsConfirmation,
    seconds,
  }
}

/** Which list a file is read as. */
interface ListChoice {
  readonly format: ListFormat
  readonly key: string
  readonly title: string
}

/** What a run was asked for, filled up by what the file shows; refused where neither says it. */
const choiceOf = (job: ListJob, input: BodyOf<typeof runListImport>): Result<ListChoice, Refusal> => {
  const { found } = job.look
  const format = input.format ?? found.format
  if (format === null)
    return fail(
      refusal(
        'unknown_reference',
        `The file ${'why' in found ? found.why : 'is of no form that is known'}. Name its format if you know it.`,
        [{ path: 'body.format', message: 'is needed' }],
      ),
    )
  const list = listOf(format, toldOf(job).file_name)
  const key = input.key ?? list?.key
  if (key === undefined)
    return fail(
      refusal('unknown_reference', 'Which list a table is of its columns do not tell: name it.', [
        { path: 'body.key', message: 'is needed' },
      ]),
    )
  if (job.beside.size > 0 && format !== 'ofac_csv' && format !== 'ofac_cons_csv')
    return fail(
      refusal('unknown_reference', 'Only OFAC’s sdn.csv has files beside it.', [
        { path: 'body.format', message: 'takes no files beside it' },
      ]),
    )
  return ok({ format, key, title: input.title ?? (list?.key === key ? list.title : key) })
}

/** Makes the imports of lists. The staging folder must be there and empty. */
export const createListImports = ({ lists, ...ground }: ListImportParts): ListImports => {
  const book = createJobBook<ListLook, ListTally>(
    {
      ending: 'list',
      bodyLimit: stageList.bodyLimit,
      alone,
      isWhole: true,
      look,
      fresh: () => ({ key: null, reading: freshReading() }),
    },
    ground,
  )

  const answer = (job: ListJob): ListImport => viewOf(job, book.seconds(job))

  const run: ListImports['run'] = (actor, id, input) => {
    const ready = book.idle(id)
    if (!ready.ok) return ready
    const free = book.free()
    if (!free.ok) return free
    const job = ready.value
    const chosen = choiceOf(job, input)
    if (!chosen.ok) return chosen
    const { format, key, title } = chosen.value
    const { stored: main, beside, fileName } = job
    book.start(job, input.dry_run, async () => {
      const { tally } = job
      tally.key = key
      await runReading(
        tally.reading,
        {
          files: { list: main.file, alt: beside.get('alt')?.stored.file, add: beside.get('add')?.stored.file },
          version: {
            list: key,
            format,
            fileName,
            bytes: main.bytes,
            sha256: main.sha256,
            parts: Object.fromEntries([...beside].map(([part, side]) => [part, side.stored.sha256])),
          },
          encoding: input.encoding,
          title,
          allowShrink: input.allow_shrink,
          allowOlder: input.allow_older,
          dryRun: input.dry_run,
          isCancelled: () => job.cancelAsked,
        },
        lists,
        importing(actor, 'list', job),
      )
      job.error = tally.reading.error
    })
    return ok(answer(job))
  }

  const answered = (job: Result<ListJob, Refusal>): Result<ListImport, Refusal> =>
    job.ok ? ok(answer(job.value)) : job

  return {
    stage: async (fileName, body) => answered(await book.stage(fileName, body)),
    stagePart: async (id, part, fileName, body) => {
      const ready = book.idle(id)
      if (!ready.ok) return ready
      if (ready.value.look.found.format !== 'ofac_csv')
        return fail(
          refusal('unknown_reference', 'Only OFAC’s sdn.csv has files beside it.', [
            { path: 'query.part', message: 'is of no use for this list' },
          ]),
        )
      return answered(await book.stageBeside(id, part, stageListPart.bodyLimit, fileName, body))
    },
    run,
    read: (id) => answered(book.find(id)),
    discard: (id) => book.discard(id),
    close: () => book.close(),
  }
}
