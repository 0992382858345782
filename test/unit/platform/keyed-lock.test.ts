import { describe, expect, test } from 'vitest'
import { createKeyedLock } from '../../../main/platform/keyed-lock.ts'

/** A job that says when it begins and ends, and ends when it is told to. */
const jobs = () => {
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const job = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`)
    await new Promise<void>((resolve) => ends.set(name, resolve))
    log.push(`${name} ends`)
    return name
  }
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await turn()
  }
  return { log, job, end, turn }
}

describe('a lock by keys', () => {
  test('jobs that share any key follow each other in their order; others do not wait', async () => {
    const { log, job, end, turn } = jobs()
    const lock = createKeyedLock()
    const all = [
      lock.runAll(['a', 'b'], job('ab')),
      lock.runAll(['b', 'c'], job('bc')),
      lock.run('d', job('d')),
      lock.runAll(['c', 'a'], job('ca')),
    ]
    await turn()
    expect(log).toEqual(['ab begins', 'd begins'])
    await end('ab')
    expect(log.slice(2)).toEqual(['ab ends', 'bc begins'])
    await end('d')
    await end('bc')
    await end('ca')
    expect(log.slice(4)).toEqual(['d ends', 'bc ends', 'ca begins', 'ca ends'])
    expect(await Promise.all(all)).toEqual(['ab', 'bc', 'd', 'ca'])
  })

  test('the same key twice is one, none is no lock, and a job that fails frees its keys', async () => {
    const lock = createKeyedLock()
    expect(await lock.runAll(['a', 'a'], () => Promise.resolve(1))).toBe(1)
    expect(await lock.runAll([], () => Promise.resolve(2))).toBe(2)
    await expect(lock.runAll(['a', 'b'], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await lock.run('b', () => Promise.resolve(3))).toBe(3)
  })
})
