import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { EncodingName } from '../../../shared/text/encoding-names.ts'
import type { Nothing, Operation } from '../../../shared/api/operation.ts'
import { ok } from '../../../shared/schema/result.ts'
import { enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'
import type { RowImports } from '../imports/ports.ts'

type OfJob = z.ZodType<{ id: string }>
type Answered<Data> = z.ZodType<{ success: true; data: Data }>

/** The operations of the interface on one kind of import. */
export interface ImportOperations<Job, Input> {
  readonly stage: Operation<
    Nothing,
    z.ZodType<{
      file_name: string
      encoding?: EncodingName | undefined
      header_line?: number | undefined
      sheet?: string | undefined
      member?: string | undefined
    }>,
    z.ZodType,
    Answered<Job>
  >
  readonly run: Operation<OfJob, Nothing, z.ZodType<Input>, Answered<Job>>
  readonly read: Operation<OfJob, Nothing, Nothing, Answered<Job>>
  readonly rejects: Operation<OfJob, Nothing, Nothing, z.ZodString>
  readonly discard: Operation<OfJob, Nothing, Nothing, Answered<{ discarded: true }>>
}

/** Answers the operations on one kind of import. */
export const importRoutes = <Job, Input>(
  operations: ImportOperations<Job, Input>,
  imports: RowImports<Job, Input>,
): readonly Route[] => [
  route(operations.stage, async ({ query, upload }) =>
    enveloped(
      await imports.stage(query.file_name, upload ?? Readable.from([]), {
        encoding: query.encoding,
        headerLine: query.header_line,
        sheet: query.sheet,
        member: query.member,
      }),
    ),
  ),
  route(operations.run, ({ params, body, caller }) => enveloped(imports.run(caller, params.id, body))),
  route(operations.read, ({ params }) => enveloped(imports.read(params.id))),
  route(operations.rejects, ({ params }) => {
    const rejected = imports.rejects(params.id)
    if (!rejected.ok) return rejected
    const { rows, format } = rejected.value
    return ok(
      format === 'csv'
        ? { fileName: 'rejects.csv', rows }
        : { fileName: 'rejects.jsonl', rows, mediaType: 'application/x-ndjson' as const },
    )
  }),
  route(operations.discard, async ({ params }) => enveloped(await imports.discard(params.id))),
]
