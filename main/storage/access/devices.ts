import { createPublicKey } from 'node:crypto'
import type { Selectable } from 'kysely'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { KeysTable } from '../ledger/tables.ts'
import type { AccessStore, Device } from './access-store.ts'
import type { CommandParts } from './commands.ts'
import { clockAttested, keyRevoked } from './drafts.ts'

const hubRevokes = refusal(
  'unknown_reference',
  'This workspace has a hub, and only the hub revokes a device. Nothing was changed; revoke it among the devices of the hub (fieldseal hub-device revoke).',
)

/** Commands on the devices whose keys the workspace knows. */
export const createDeviceCommands = ({
  db,
  write,
  deviceId,
}: CommandParts & { readonly deviceId: string }): Pick<AccessStore, 'listDevices' | 'revokeDevice' | 'attestClock'> => {
  const toDevice = (row: Selectable<KeysTable>): Device => ({
    id: row.device_id,
    number: row.device_number,
    name: row.name,
    kid: row.kid,
    public_key_pem: createPublicKey({ key: row.spki, format: 'der', type: 'spki' })
      .export({ format: 'pem', type: 'spki' })
      .toString(),
    enrolled_at: toTimestamp(row.enrolled_at),
    revoked_at: row.revoked_at === null ? null : toTimestamp(row.revoked_at),
    this_device: row.device_id === deviceId,
  })

  return {
    listDevices: async () => {
      const rows = await db.selectFrom('keys').selectAll().orderBy('device_number').orderBy('enrolled_at').execute()
      // A device that changed its key stands with the newest one (Y-13).
      return [...new Map(rows.map((row) => [row.device_id, row])).values()].map(toDevice)
    },

    revokeDevice: (id, reason, { actor, inTransaction }) =>
      write(actor, async (tx) => {
        // S-35: sealed by a device, the revocation would count nowhere, and the hub would not take it.
        if ((await tx.db.selectFrom('hub').select('id').executeTakeFirst()) !== undefined) return fail(hubRevokes)
        const row = await tx.db
          .selectFrom('keys')
          .selectAll()
          .where('device_id', '=', id)
          .orderBy('enrolled_at', 'desc')
          .executeTakeFirst()
        if (row === undefined) return fail(refusal('not_found', 'There is no device with this id.'))
        if (row.revoked_at !== null) return fail(refusal('already_done', 'The device is revoked already.'))
        if (id === deviceId)
          return fail(refusal('unknown_reference', 'A device cannot revoke itself; do it from another one.'))
        const { written } = await tx.db
          .selectFrom('entries')
          .select((select) => select.fn.countAll<number>().as('written'))
          .where('kid', 'in', tx.db.selectFrom('keys').select('kid').where('device_id', '=', id))
          .executeTakeFirstOrThrow()
        const appended = await tx.append(keyRevoked({ deviceId: id, kid: row.kid, fromDseq: written + 1, reason }))
        const answer = toDevice({ ...row, revoked_at: appended.atMs })
        await inTransaction?.(tx, answer)
        return ok(answer)
      }),

    attestClock: (id, { notes, ...stated }, { actor, inTransaction }) =>
      write(actor, async (tx) => {
        if (Date.parse(stated.from) > Date.parse(stated.to)) return fail(fieldRefused('body.to', 'is before `from`'))
        const known = await tx.db.selectFrom('keys').select('kid').where('device_id', '=', id).executeTakeFirst()
        if (known === undefined) return fail(refusal('not_found', 'There is no device with this id.'))
        const { id: entry } = await tx.append(clockAttested(id, stated, notes))
        const answer = { ...stated, device_id: id, entry_id: entry }
        await inTransaction?.(tx, answer)
        return ok(answer)
      }),
  }
}
