import { expect, test } from 'vitest'
import { createRate } from '../../../../../main/sync/device/bytes/rate.ts'
import { createStride, partsMost } from '../../../../../main/sync/device/bytes/stride.ts'

const mebibyte = 1_048_576
const unknown = { perSecond: () => null, arrived: () => undefined }
const uncapped = () => null

test('Y-103: it begins with four parts of half a mebibyte and widens as bytes arrive, up to 32 MiB', () => {
  const stride = createStride(uncapped, unknown)
  expect(stride.room(0)).toEqual({ partBytes: mebibyte / 2, parts: partsMost })
  stride.arrived(16 * mebibyte)
  expect(stride.room(0)).toEqual({ partBytes: mebibyte, parts: partsMost })
  stride.arrived(1_024 * mebibyte)
  expect(stride.room(0)).toEqual({ partBytes: 8 * mebibyte, parts: partsMost })
})

test('Y-103: after a break no more than the 64th part of what came between two is under way', () => {
  const stride = createStride(uncapped, unknown)
  stride.arrived(128 * mebibyte)
  stride.broke()
  expect(stride.room(0)).toEqual({ partBytes: mebibyte / 2, parts: 4 })
  stride.arrived(3 * mebibyte)
  stride.broke()
  expect(stride.room(0)).toEqual({ partBytes: mebibyte / 2, parts: 1 })
})

test('Y-103: a slow link has no more under way than arrives in eight seconds', () => {
  const stride = createStride(uncapped, { ...unknown, perSecond: () => mebibyte / 4 })
  stride.arrived(1_024 * mebibyte)
  expect(stride.room(0)).toEqual({ partBytes: mebibyte / 2, parts: 4 })
})

test('Y-29: at a capped rate no more is under way than a minute brings', () => {
  const stride = createStride(() => 1_000, unknown)
  stride.arrived(1_024 * mebibyte)
  expect(stride.room(0)).toEqual({ partBytes: 60_000, parts: 1 })
})

test('Y-103: what other pieces have under way counts, and each piece always has room for one part', () => {
  const stride = createStride(uncapped, unknown)
  stride.began(mebibyte)
  expect(stride.room(0).parts).toBe(2)
  expect(stride.room(mebibyte).parts).toBe(4)
  stride.began(mebibyte)
  expect(stride.room(0).parts).toBe(1)
  stride.ended(2 * mebibyte)
  expect(stride.room(0).parts).toBe(4)
})

test('Y-104: the rate is that of the bytes of late, and is said once there is enough to tell', () => {
  let nowMs = 1_000
  const rate = createRate({ monoMs: () => nowMs })
  expect(rate.perSecond()).toBeNull()
  rate.begin()
  nowMs += 500
  rate.arrived(1_000)
  expect(rate.perSecond(), 'half a second says nothing').toBeNull()
  nowMs += 500
  rate.arrived(1_000)
  expect(rate.perSecond()).toBe(2_000)
  // A minute at half of that: what came before does not count any more.
  for (let seconds = 0; seconds < 60; seconds += 1) {
    nowMs += 1_000
    rate.arrived(1_000)
  }
  expect(rate.perSecond()).toBeCloseTo(1_000, 0)
  // Between two arrivals it does not sink; where nothing comes any more, it does.
  nowMs += 1_500
  expect(rate.perSecond()).toBeCloseTo(1_000, 0)
  nowMs += 60_000
  expect(rate.perSecond()).toBeLessThan(500)
  rate.rest()
  expect(rate.perSecond(), 'nothing is under way').toBeNull()
})

test('Y-104: a link that brings a part in many seconds has a rate too', () => {
  let nowMs = 0
  const rate = createRate({ monoMs: () => nowMs })
  rate.begin()
  for (let parts = 0; parts < 5; parts += 1) {
    nowMs += 15_000
    rate.arrived(150_000)
  }
  expect(rate.perSecond()).toBe(10_000)
})
