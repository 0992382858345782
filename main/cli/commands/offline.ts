import { InvalidArgumentError, type Command } from 'commander'
import { listCaseSync, listTakeable, takeCaseOffline } from '../../../shared/api/sync-cases.ts'
import { ok } from '../../../shared/schema/result.ts'
import { uid } from '../../../shared/schema/text.ts'
import { withService } from '../connection.ts'
import type { CommandEnd } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

const asUid = (value: string): string => {
  if (!uid.safeParse(value).success)
    throw new InvalidArgumentError('Write the uid of the case, as `offline list` prints it.')
  return value
}

/** `offline`: which cases are on this device. */
export const addOffline = (program: Command, registrar: Registrar): void => {
  const { io } = registrar
  const offline = program.command('offline').description('which cases are on this device, and which it can take')
  registrar.runs<{ data: string }>(
    offline
      .command('list')
      .description('list the cases of this device, then those that it gave back and can take again, one a line')
      .addOption(dataOption()),
    ({ data }) =>
      withService(data, async (client): CommandEnd => {
        for (let page = 1; ; page += 1) {
          const held = await client.call(listCaseSync, { query: { page: String(page), size: '100' } })
          if (!held.ok) return held
          for (const { case_uid, case_number, title, entries, waiting, evidence } of held.value.data)
            io.print({ here: true, case_uid, case_number, title, entries, waiting, evidence })
          if (page >= held.value.pagination.total_pages) break
        }
        const takeable = await client.call(listTakeable, {})
        if (!takeable.ok) return takeable
        for (const item of takeable.value.data) io.print({ here: false, ...item })
        return ok(undefined)
      }),
  )
  const moving = (name: 'take' | 'give-back', words: string, on: boolean): void => {
    const command = offline
      .command(name)
      .description(words)
      .argument('<uid>', 'the uid of the case, as `offline list` prints it', asUid)
      .addOption(dataOption())
    registrar.runs<{ data: string }>(command, ({ data }, [caseUid = '']) =>
      withService(data, async (client): CommandEnd => {
        const done = await client.call(takeCaseOffline, { params: { case_uid: caseUid }, body: { offline: on } })
        if (!done.ok) return done
        io.print({ ...done.value.data })
        return ok(undefined)
      }),
    )
  }
  moving('take', 'take a case that was given back, or fetch all evidence of one that is here', true)
  moving('give-back', 'send what waits of a case, then remove it from this device; the hub keeps it', false)
}
