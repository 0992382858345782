import type { z } from 'zod'
import { healthLimits, healthRequest } from '../../../shared/protocol/health.ts'
import type { healthAnswer } from '../../../shared/protocol/health.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { decodeJson } from '../wire.ts'
import { refuseCall, refuseMessage, versionRefusal } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import { activeDevice } from './core.ts'
import type { HubCore } from './core.ts'

/**
 * Y-97: keeps what a device tells of itself, in the place of what it told before. Nothing is decided by it. One that was
 * removed is heard too, so that it can say that it wiped what was granted to it (Y-99).
 */
export const health = async (
  core: HubCore,
  deviceId: string,
  body: Uint8Array,
): Promise<Result<z.infer<typeof healthAnswer>, CallRefusal>> => {
  if (body.length > healthLimits.bytes)
    return refuseCall('too_large', `What a device tells of itself has at most ${healthLimits.bytes} bytes.`)
  const version = versionRefusal(body, core.env.versions)
  if (version !== null) return version
  const read = decodeJson(healthRequest, body)
  if (!read.ok) return refuseMessage(read.error)
  return await core.store.exclusively(async (tx): Promise<Result<z.infer<typeof healthAnswer>, CallRefusal>> => {
    const device = await activeDevice(tx, deviceId)
    if (!device.ok && device.error.code !== 'removed') return device
    const { wiped, ...health } = read.value.health
    // One that was not removed has nothing to say of that, and must not have it said beforehand.
    const told = device.ok || wiped === undefined ? health : { ...health, wiped }
    await tx.saveHealth({ deviceId, health: told, toldAtMs: core.env.clock.nowMs() })
    return ok({ kept: true })
  })
}
