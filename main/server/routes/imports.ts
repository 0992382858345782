import { Readable } from 'node:stream'
import { discardImport, readImport, readImportRejects, runImport, stageImport } from '../../../shared/api/workspace.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { ok } from '../../../shared/schema/result.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'
import type { ImportService } from '../imports/import-service.ts'

const enveloped = <T, E>(result: Result<T, E>): Result<{ success: true; data: T }, E> => (result.ok ? ok({ success: true as const, data: result.value }) : result)

/** The operations on imports. */
export const importRoutes = (imports: ImportService): readonly Route[] => [
  route(stageImport, async ({ query, upload }) => enveloped(await imports.stage(query.file_name, upload ?? Readable.from([])))),
  route(runImport, async ({ params, body, caller }) => enveloped(await imports.run(caller, params.id, body))),
  route(readImport, ({ params }) => Promise.resolve(enveloped(imports.read(params.id)))),
  route(readImportRejects, async ({ params }) => {
    const rows = await imports.rejects(params.id)
    return rows.ok ? ok({ fileName: 'rejects.csv', rows: rows.value }) : rows
  }),
  route(discardImport, async ({ params }) => enveloped(await imports.discard(params.id))),
]
