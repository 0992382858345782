import { Readable } from 'node:stream'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BytesLink } from '../bytes-link.ts'
import { answerRefusal } from '../hub/answer.ts'
import type { CallRefusal } from '../hub/answer.ts'
import type { HubBytes } from '../hub/bytes.ts'
import type { Hub } from '../hub/create-hub.ts'
import type { LinkFault } from '../link.ts'

const faultOf = (refused: CallRefusal): LinkFault => ({
  kind: 'refused',
  status: answerRefusal(refused).status,
  ...refused,
})

/** Y-2: the way of evidence between a hub and its own folder, within one process. */
export const createBytesInProcess = (hub: Pick<Hub, 'authenticate'>, bytes: HubBytes): BytesLink => {
  const called = async <T>(
    token: string,
    signal: AbortSignal,
    job: (deviceId: string) => Promise<Result<T, CallRefusal>>,
  ): Promise<Result<T, LinkFault>> => {
    if (signal.aborted) return fail({ kind: 'unreachable', message: 'The call was cancelled.' })
    const caller = await hub.authenticate(token)
    const done = caller.ok ? await job(caller.value.deviceId) : caller
    return done.ok ? done : fail(faultOf(done.error))
  }
  return {
    offer: (token, { prove, ...blob }, signal) =>
      called(token, signal, (deviceId) => bytes.offer(deviceId, blob, prove)),
    send: (token, blob, sent, signal) =>
      called(token, signal, async (deviceId) => {
        const written = await bytes.write(
          deviceId,
          blob,
          sent.offset,
          Readable.from(sent.bytes, { objectMode: false, signal }),
        )
        return written.ok ? ok(written.value.offset) : written
      }),
    read: (token, name, { offset, length }, signal) =>
      called(token, signal, async (deviceId) => {
        const opened = await bytes.open(deviceId, name)
        if (!opened.ok) return opened
        const { size } = opened.value
        let fault: LinkFault | null = null
        const coming = async function* (): AsyncGenerator<Uint8Array, void> {
          try {
            for await (const part of opened.value.read(offset, Math.min(size, offset + length))) {
              if (signal.aborted) return
              yield part
            }
          } catch (error) {
            fault = { kind: 'cut', message: error instanceof Error ? error.message : 'The bytes cannot be read.' }
          }
        }
        return ok({ size, bytes: coming(), fault: () => fault })
      }),
    lacking: (token, signal) => called(token, signal, (deviceId) => bytes.lacking(deviceId)),
    close: () => undefined,
  }
}
