import type { Command } from 'commander'
import { listHubDevices, removeHubDevice, revokeHubDevice } from '../../../shared/api/hub.ts'
import { ok } from '../../../shared/schema/result.ts'
import { withHub } from '../connection.ts'
import type { CommandEnd } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

/** `hub-device`: the devices of a hub. */
export const addHubDevices = (program: Command, registrar: Registrar): void => {
  const hub = program.command('hub-device').description('see, revoke and remove the devices of a hub')
  const { io } = registrar
  registrar.runs<{ data: string }>(
    hub.command('list').description('list the devices, one a line').addOption(dataOption()),
    ({ data }) =>
      withHub(data, async (client): CommandEnd => {
        const devices = await client.call(listHubDevices, {})
        if (!devices.ok) return devices
        for (const device of devices.value.data) io.print({ ...device })
        return ok(undefined)
      }),
  )
  const acting = (name: 'revoke' | 'remove', words: string): void => {
    const command = hub
      .command(name)
      .description(words)
      .argument('<id>', 'the device id, as `hub-device list` prints it')
      .addOption(dataOption())
      .requiredOption('--reason <text>', 'why; sealed with it')
    if (name === 'remove')
      command.option(
        '--force',
        'remove it although the hub has not received evidence that it acquired: that stays on it until the hub has it',
      )
    registrar.runs<{ data: string; reason: string; force?: true }>(command, ({ data, reason, force }, [id = '']) =>
      withHub(data, async (client): CommandEnd => {
        const params = { device_id: id }
        const done =
          name === 'revoke'
            ? await client.call(revokeHubDevice, { params, body: { reason } })
            : await client.call(removeHubDevice, { params, body: { reason, force: force === true } })
        if (!done.ok) return done
        io.print({ ...done.value.data })
        return ok(undefined)
      }),
    )
  }
  acting('revoke', 'refuse what the device seals from now on; what it holds stays on it')
  acting('remove', 'revoke the device and have it wipe what was granted to it')
}
