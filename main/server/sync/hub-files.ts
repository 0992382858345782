import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { HubStoreFault } from '../../sync/hub/store-fault.ts'
import { upToOf } from '../../sync/device/bytes/transfers.ts'
import type { SyncService } from '../../sync/service.ts'
import type { OpenHub } from './open-hub.ts'

const notRunning = refusal(
  'not_a_hub',
  'This folder belongs to a hub that does not run here; start it with `--role hub`, then carry files.',
)
const nobody = refusal('unknown_reference', 'Say for which device the file is.')

const orFull = async <T>(job: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> => {
  try {
    return await job()
  } catch (error) {
    if (!(error instanceof HubStoreFault)) throw error
    return fail(refusal(error.refusal.code === 'storage_full' ? 'storage_full' : 'unavailable', error.refusal.message))
  }
}

const everyCase = fail(refusal('not_a_device', 'This is the folder that the hub stands on: it holds every case.'))

/**
 * What the folder on which a hub stands does in place of a device: it holds every case, and files are carried to the
 * hub and from it (Y-70).
 *
 * @param open null where the hub does not run
 */
export const hubFiles = (
  open: Pick<OpenHub, 'hub' | 'bytes'> | null,
): Pick<SyncService, 'writeExchange' | 'readExchange' | 'takeable' | 'takeOffline' | 'giveBack'> => ({
  takeable: () => Promise.resolve(ok([])),
  takeOffline: () => Promise.resolve(everyCase),
  giveBack: () => Promise.resolve(everyCase),
  writeExchange: async ({ path, deviceId, evidence }) => {
    if (open === null) return fail(notRunning)
    return deviceId === undefined
      ? fail(nobody)
      : await orFull(() =>
          open.hub.writeCarried({ bytes: open.bytes, upTo: upToOf({ evidencePolicy: evidence }) }, path, deviceId),
        )
  },
  readExchange: async (path, into) => {
    if (open === null) return fail(notRunning)
    const read = await orFull(() => open.hub.readCarried(open.bytes, path, into))
    if (!read.ok) return read
    const { deviceName, writtenAt, received, known, refused, cases, pieces, bytes, opened } = read.value
    return ok({
      outcome: opened !== undefined ? 'opened' : received + refused + pieces > 0 ? 'taken' : 'nothing_new',
      from: 'device',
      sender: deviceName,
      writtenAt,
      received,
      receipted: received + known,
      refused,
      cases,
      pieces,
      bytes,
      ...(opened === undefined ? {} : { opened }),
    })
  },
})
