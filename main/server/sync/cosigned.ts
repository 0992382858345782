import { Readable } from 'node:stream'
import { boundedBytes } from '../../platform/bounded-bytes.ts'
import type { FastifyRequest } from 'fastify'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import { formatVerifierKey } from '../../seal/verifier-key.ts'
import { answerRefusal } from '../../sync/hub/answer.ts'
import type { HubAnswer } from '../../sync/hub/answer.ts'
import type { Hub } from '../../sync/hub/create-hub.ts'
import { HubStoreFault } from '../../sync/hub/store-fault.ts'
import { encodeJson } from '../../sync/wire.ts'

/** Where a witness brings its cosignature. */
export const cosignaturesAddress = '/v1/witness/cosignatures'

/** A checkpoint and two signature lines are far shorter. */
export const cosignedMax = 8_192

/** The key of the hub's log as a line of text (C2SP verifier key). */
export const logKeyLine = ({ identity }: Pick<Hub, 'identity'>): string => {
  const publicKeyRaw = rawFromSpki(identity.spki)
  if (publicKeyRaw === null) throw new Error('the key of the hub is no Ed25519 key')
  return `${formatVerifierKey({ name: `${identity.origin}/log`, publicKeyRaw }, 'log')}\n`
}

const readText = async (body: unknown): Promise<string | null> => {
  if (!(body instanceof Readable)) return ''
  const bytes = await boundedBytes(body, cosignedMax)
  return bytes === null ? null : Buffer.from(bytes).toString('utf8')
}

/**
 * Takes a checkpoint whose last line is a cosignature; refused unless it is of a witness that the operator of the hub
 * named (Y-53).
 */
export const takeCosigned = async (
  hub: Hub,
  witnesses: readonly NoteVerifier[],
  request: FastifyRequest,
): Promise<HubAnswer> => {
  const text = await readText(request.body)
  if (text === null)
    return answerRefusal({ code: 'too_large', message: `A cosigned checkpoint has at most ${cosignedMax} bytes.` })
  const last = text.lastIndexOf('\n', text.length - 2) + 1
  try {
    const added = await hub.addCosignature(text.slice(0, last), text.slice(last), witnesses)
    return added.ok ? { status: 200, body: encodeJson({}) } : answerRefusal(added.error)
  } catch (error) {
    if (!(error instanceof HubStoreFault)) throw error
    return answerRefusal({ code: error.refusal.code, message: error.refusal.message, retryAfterMs: 2_000 })
  }
}
