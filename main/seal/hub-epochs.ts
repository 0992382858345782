import type { KeyRecord } from './verify-types.ts'

/** A hub's device id begins with this (Y-3). */
const hubPrefix = 'hub:'

/**
 * Whether an entry or a key is a hub's own: its key says so, and nothing else does. A device id is a text that whoever
 * seals writes.
 *
 * @param hub the hub whose word is asked for
 * @param sealed what names the key that sealed; that its seal holds was checked
 */
export const isOfHub = (hub: { readonly kid: string }, sealed: { readonly kid: string }): boolean =>
  sealed.kid === hub.kid

/**
 * Whether a device id has the form of a hub's, in whatever epoch. It says who is *called* a hub; whose word an entry
 * is, `isOfHub` says.
 */
export const isHubId = (deviceId: string): boolean => deviceId.startsWith(hubPrefix)

/** The device id of the hub of a workspace (Y-3). */
export const hubDeviceId = (workspaceUid: string): string => `${hubPrefix}${workspaceUid}`

/** The device id of one epoch of a hub: one run of one of its processes (S-34). */
export const hubEpochId = (deviceId: string, epoch: string): string => `${deviceId}/${epoch}`

/**
 * S-34: whether a key may seal under a device id: the one that it was enrolled for and, of a hub's key, that of each of
 * the hub's epochs.
 */
export const sealsFor = (key: Pick<KeyRecord, 'deviceId'>, deviceId: string): boolean =>
  deviceId === key.deviceId || (isHubId(key.deviceId) && deviceId.startsWith(`${key.deviceId}/`))
