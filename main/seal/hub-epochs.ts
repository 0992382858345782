import type { KeyRecord } from './verify-types.ts'

/** A hub's device id begins with this (Y-3). */
const hubPrefix = 'hub:'

/** Whether a device id is a hub's, in whatever epoch. */
export const isHubId = (deviceId: string): boolean => deviceId.startsWith(hubPrefix)

/** The device id of the hub of a workspace (Y-3). */
export const hubDeviceId = (workspaceUid: string): string => `${hubPrefix}${workspaceUid}`

/** The device id of one epoch of a hub: one run of one of its processes (S-34). */
export const hubEpochId = (deviceId: string, epoch: string): string => `${deviceId}/${epoch}`

/** S-34: whether a key may seal under a device id: the one that it was enrolled for and, of a hub's key, that of each of the hub's epochs. */
export const sealsFor = (key: Pick<KeyRecord, 'deviceId'>, deviceId: string): boolean =>
  deviceId === key.deviceId || (isHubId(key.deviceId) && deviceId.startsWith(`${key.deviceId}/`))
