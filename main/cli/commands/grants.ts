import type { Command } from 'commander'
import { endGrant, giveGrant, listGrants } from '../../../shared/api/hub.ts'
import type { GrantSubject } from '../../../shared/schema/hub.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { withHub } from '../connection.ts'
import { misused, type CommandEnd } from '../io.ts'
import { asId, dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

interface SubjectOptions {
  readonly user?: number
  readonly device?: string
  readonly team?: string
}

const subjectOf = ({ user, device, team }: SubjectOptions): GrantSubject | null => {
  const named: GrantSubject[] = [
    ...(user === undefined ? [] : [{ user_id: user }]),
    ...(device === undefined ? [] : [{ device_id: device }]),
    ...(team === undefined ? [] : [{ team_id: team }]),
  ]
  return named.length === 1 ? (named[0] as GrantSubject) : null
}

const oneSubject = fail(misused('name one of --user, --device and --team'))

/** `grant`: with whom a case of the hub is shared. */
export const addGrants = (program: Command, registrar: Registrar): void => {
  const { io } = registrar
  const grant = program.command('grant').description('share cases with people, devices and teams of a hub')
  type Options = SubjectOptions & { readonly data: string; readonly case: number; readonly force?: true }
  const sharing = (name: 'give' | 'end', words: string): void => {
    const command = grant
      .command(name)
      .description(words)
      .addOption(dataOption())
      .requiredOption('--case <id>', 'the id of the case', asId)
      .option('--user <id>', 'a user, on all devices of theirs', asId)
      .option('--device <id>', 'one device')
      .option('--team <id>', 'a team: its members, now or later')
    if (name === 'end')
      command.option(
        '--force',
        'end it although the hub has not received evidence that devices concerned acquired: it stays on them until the hub has it',
      )
    registrar.runs<Options>(command, (options) => {
      const subject = subjectOf(options)
      if (subject === null) return Promise.resolve(oneSubject)
      return withHub(options.data, async (client): CommandEnd => {
        const params = { id: options.case }
        const changed =
          name === 'give'
            ? await client.call(giveGrant, { params, body: subject })
            : await client.call(endGrant, { params, body: { ...subject, force: options.force === true } })
        if (!changed.ok) return changed
        for (const item of changed.value.data) io.print({ ...item })
        return ok(undefined)
      })
    })
  }
  sharing('give', 'share a case; it travels whole at the next contact')
  sharing('end', 'end a share; the case leaves the device at its next contact')
  const list = grant
    .command('list')
    .description('list with whom a case is shared')
    .addOption(dataOption())
    .requiredOption('--case <id>', 'the id of the case', asId)
  registrar.runs<{ data: string; case: number }>(list, ({ data, case: id }) =>
    withHub(data, async (client): CommandEnd => {
      const grants = await client.call(listGrants, { params: { id } })
      if (!grants.ok) return grants
      for (const item of grants.value.data) io.print({ ...item })
      return ok(undefined)
    }),
  )
}
