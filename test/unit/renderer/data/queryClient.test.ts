import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { makeQueryClient } from '../../../../renderer/data/queryClient.ts'

const queryKey = ['list']

/** A list of a service that answers when it is told to, with what is there at the moment of the call. */
const slowList = () => {
  const stored: string[] = []
  const answers: (() => void)[] = []
  const queryFn = (): Promise<readonly string[]> => {
    const seen = [...stored]
    return new Promise((resolve) => answers.push(() => resolve(seen)))
  }
  return { stored, queryFn, calls: () => answers.length, answer: (call: number) => answers[call]?.() }
}

const begin = () => {
  const client = makeQueryClient({
    onSignedOut: () => undefined,
    onLocked: () => undefined,
    onReachable: () => undefined,
  })
  const list = slowList()
  const observer = new QueryObserver(client, { queryKey, queryFn: list.queryFn })
  const end = observer.subscribe(() => undefined)
  return { client, list, observer, end }
}

describe('what changes while a list is on its way for the first time', () => {
  test('is in the list: what the first fetch brings is shown, and asked for once more, however often it changed', async () => {
    const { client, list, observer, end } = begin()
    list.stored.push('made meanwhile')
    const refreshed = [client.invalidateQueries({ queryKey }), client.invalidateQueries()]
    expect(list.calls()).toBe(1)
    list.answer(0)
    await expect.poll(() => list.calls()).toBe(2)
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: [] })
    list.answer(1)
    await Promise.all(refreshed)
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: ['made meanwhile'] })
    expect(list.calls()).toBe(2)
    end()
  })

  test('is asked for also where the first fetch failed', async () => {
    const client = makeQueryClient({
      onSignedOut: () => undefined,
      onLocked: () => undefined,
      onReachable: () => undefined,
    })
    const outcomes = [Promise.reject(new Error('broken')), Promise.resolve(['made meanwhile'])]
    const observer = new QueryObserver(client, { queryKey, queryFn: () => outcomes.shift() ?? [] })
    const end = observer.subscribe(() => undefined)
    await client.invalidateQueries({ queryKey })
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: ['made meanwhile'] })
    end()
  })

  test('leaves lists alone that it does not concern', async () => {
    const { client, list, observer, end } = begin()
    await client.invalidateQueries({ queryKey: ['another'] })
    list.answer(0)
    await client.fetchQuery({ queryKey, queryFn: list.queryFn })
    expect(observer.getCurrentResult().data).toEqual([])
    expect(list.calls()).toBe(1)
    end()
  })
})
