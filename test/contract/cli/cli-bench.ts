import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemActor } from '../../../main/storage/ledger/ledger.ts'
import { ok } from '../../../shared/schema/result.ts'
import { runHere } from '../../support/command-here.ts'
import type { CommandRun } from '../../support/live-service.ts'
import { startBench, type Bench, type Person } from '../api/support.ts'

/** A running service, and the command line beside it. */
export interface CliBench {
  readonly bench: Bench
  /** Runs `fieldseal ARGS --data DIR` against it. */
  run(...args: readonly string[]): Promise<CommandRun>
  /** Does work while the person at this computer is somebody else, as a hub's enrolment names them. */
  asPersonHere<T>(person: Person, work: () => Promise<T>): Promise<T>
  /** Writes a file into a scratch folder, and answers its path. */
  file(name: string, content: string | Uint8Array): string
  /** A path in the scratch folder. */
  path(name: string): string
  close(): Promise<void>
}

/** Starts them. */
export const startCliBench = async (): Promise<CliBench> => {
  const bench = await startBench()
  const scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-cli-'))
  const inScratch = (name: string): string => path.join(scratch, name)
  return {
    bench,
    run: (...args) => runHere(...args, '--data', bench.dataDir),
    asPersonHere: async (person, work) => {
      const { ledger } = bench.service.workspace
      const write = (text: string, ...values: (string | number)[]) =>
        ledger.write(systemActor, async (tx) => ok(await tx.sql.run(text, ...values)))
      await write(
        "insert into hub (id, url, origin, kid, spki, root_kid, workspace_uid, institution, workspace_name, user_uid, since, slots, lease_until) values (1, 'https://hub.invalid', 'hub.invalid', 'k', x'00', 'k', ?, 'ACME', 'Acme Bank', ?, 0, '[]', 0)",
        bench.workspaceId,
        person.uid,
      )
      try {
        return await work()
      } finally {
        await write('delete from hub')
      }
    },
    file: (name, content) => {
      writeFileSync(inScratch(name), content)
      return inScratch(name)
    },
    path: inScratch,
    close: async () => {
      await bench.close()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
