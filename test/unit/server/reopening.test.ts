import { describe, expect, it } from 'vitest'
import { refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { startReopening, type StartOnce } from '../../../main/server/reopening.ts'

type Started = Awaited<ReturnType<StartOnce>>

/** A service that starts as each of the answers says, and what was told of it. */
const reopened = async (answers: readonly (() => Promise<Started>)[]) => {
  const logged: unknown[] = []
  const left = [...answers]
  let again = (): void => undefined
  const start: StartOnce = (_port, reopen) => {
    again = reopen
    return (left.shift() ?? (() => Promise.reject(new Error('started too often'))))()
  }
  const service = await startReopening(start, { error: (fields: unknown) => void logged.push(fields) })
  if (!service.ok) throw new Error(service.error.message)
  const told = new Promise<unknown>((resolve) => service.value.onReopened(resolve))
  again()
  return { service: service.value, told: await told, logged }
}

const serving = (url: string, close = (): Promise<void> => Promise.resolve()) => ({ url, close }) as never
const bug = new Error('a bug')

describe('a folder that is opened anew', () => {
  it('is served at its address, and those who listen hear of it', async () => {
    const { service, told, logged } = await reopened([
      () => Promise.resolve(ok(serving('http://127.0.0.1:1'))),
      () => Promise.resolve(ok(serving('http://127.0.0.1:2'))),
    ])
    expect([told, service.url, logged]).toEqual([ok(undefined), 'http://127.0.0.1:2', []])
  })

  it('and is refused is told as it was refused', async () => {
    const why = refusal('unavailable', 'Another program holds the folder.')
    const { told } = await reopened([() => Promise.resolve(ok(serving(''))), () => Promise.resolve(fail(why))])
    expect(told).toEqual(fail(why))
  })

  it.each([
    ['could not be closed', [() => Promise.resolve(ok(serving('', () => Promise.reject(bug))))]],
    ['could not be opened', [() => Promise.resolve(ok(serving(''))), () => Promise.reject(bug)]],
  ])('and %s is told and logged, and nothing is left unhandled', async (_name, answers) => {
    const { told, logged } = await reopened(answers)
    expect(told).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(logged).toEqual([{ err: bug }])
  })
})
