import { describe, expect, it } from 'vitest'
import { createThrottle, nameRules } from '../../../../main/domain/access/login-throttle.ts'
import { leavesNoAdmin, roleMay, scopesOfKey } from '../../../../main/domain/access/rules.ts'

describe('roles', () => {
  it('open what the operation names and nothing else', () => {
    expect(roleMay('auditor', 'signed_in')).toBe(true)
    expect(roleMay('auditor', ['investigator', 'supervisor', 'admin'])).toBe(false)
    expect(roleMay('investigator', ['supervisor', 'admin'])).toBe(false)
    expect(roleMay('admin', ['admin'])).toBe(true)
  })

  it('never leave the workspace without an active admin', () => {
    const admin = { role: 'admin', active: true } as const
    expect(leavesNoAdmin(admin, { role: 'supervisor' }, 0)).toBe(true)
    expect(leavesNoAdmin(admin, { active: false }, 0)).toBe(true)
    expect(leavesNoAdmin(admin, { active: false }, 1)).toBe(false)
    expect(leavesNoAdmin(admin, { role: 'admin', active: true }, 0)).toBe(false)
    expect(leavesNoAdmin({ role: 'supervisor', active: true }, { active: false }, 0)).toBe(false)
  })
})

describe('scopes of keys', () => {
  it('are both of /v4 unless fewer are asked for', () => {
    expect(scopesOfKey('api', undefined)).toEqual(['v4:read', 'v4:write'])
    expect(scopesOfKey('api', ['v4:read', 'v4:read'])).toEqual(['v4:read'])
    expect(scopesOfKey('api', [])).toBeNull()
    expect(scopesOfKey('api', ['institution'])).toBeNull()
  })

  it('of an institution key are its own', () => {
    expect(scopesOfKey('institution', undefined)).toEqual(['institution'])
    expect(scopesOfKey('institution', ['v4:read'])).toBeNull()
  })
})

describe('failed sign-ins', () => {
  it('that are taken back leave those before them as they were', () => {
    const throttle = createThrottle(nameRules)
    for (let attempt = 0; attempt < 4; attempt += 1) throttle.failed('ada', attempt)
    for (let attempt = 4; attempt < 20; attempt += 1) {
      throttle.failed('ada', attempt)
      throttle.spared('ada')
    }
    expect(throttle.waitMs('ada', 20)).toBe(0)
    throttle.failed('ada', 20)
    expect(throttle.waitMs('ada', 20)).toBe(nameRules.firstWaitMs)
    throttle.spared('nobody')
    expect(throttle.waitMs('nobody', 20)).toBe(0)
  })

  it('pass freely five times, then wait twice as long each time, five minutes at most', () => {
    const throttle = createThrottle(nameRules)
    const waits = Array.from({ length: 16 }, () => {
      throttle.failed('ada', 0)
      return throttle.waitMs('ada', 0)
    })
    expect(waits.slice(0, 8)).toEqual([0, 0, 0, 0, 2_000, 4_000, 8_000, 16_000])
    expect(waits.at(-1)).toBe(300_000)
    expect(throttle.waitMs('ada', 299_999)).toBe(1)
    expect(throttle.waitMs('ada', 300_000)).toBe(0)
    expect(throttle.waitMs('bob', 0)).toBe(0)
  })

  it('are forgotten after a success and after a quarter of an hour', () => {
    const throttle = createThrottle(nameRules)
    for (let count = 0; count < 10; count += 1) throttle.failed('ada', 0)
    throttle.succeeded('ada')
    expect(throttle.waitMs('ada', 0)).toBe(0)
    for (let count = 0; count < 10; count += 1) throttle.failed('bob', 0)
    expect(throttle.waitMs('bob', 900_001)).toBe(0)
  })

  it('of ten thousand names at once take no more memory than that', () => {
    const throttle = createThrottle(nameRules)
    for (let count = 0; count < 6; count += 1) throttle.failed('first', 0)
    for (let count = 0; count < 10_000; count += 1) throttle.failed(`n${count}`, 1)
    expect(throttle.waitMs('first', 1)).toBe(0)
  })
})
