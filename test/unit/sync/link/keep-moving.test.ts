import { EventEmitter } from 'node:events'
import type { ClientRequest } from 'node:http'
import { expect, test } from 'vitest'
import { keepMoving } from '../../../../main/sync/link/keep-moving.ts'
import { turnedByHand } from '../../../support/turned-by-hand.ts'

/** A request that has its socket, as far as it is looked at. */
const looked = () => {
  const look = turnedByHand()
  const ended: string[] = []
  const request = Object.assign(new EventEmitter(), {
    setTimeout: () => undefined,
    destroy: (error: Error) => ended.push(error.message),
  })
  const socket = { bytesRead: 0, bytesWritten: 0 }
  keepMoving(request as unknown as ClientRequest, 1_000, look)
  request.emit('socket', socket)
  return { look, ended, request, socket }
}

test('Y-29: a slow call that moves a kilobyte between two looks, both ways together, goes on', () => {
  const { look, ended, socket } = looked()
  for (let turn = 0; turn < 50; turn += 1) {
    socket.bytesRead += 1_000
    socket.bytesWritten += 24
    look.run()
  }
  expect(ended).toEqual([])
})

test('Y-29: one that moves less ends, however much moved before', () => {
  const { look, ended, socket } = looked()
  socket.bytesRead = 1_000_000
  look.run()
  expect(ended).toEqual([])
  socket.bytesRead += 1_023
  look.run()
  expect(ended).toEqual(['too little moved'])
})

test('nothing is looked at any more once the call is over', () => {
  const { look, request } = looked()
  expect(look.waiting()).toBe(1)
  request.emit('close')
  expect(look.waiting()).toBe(0)
})
