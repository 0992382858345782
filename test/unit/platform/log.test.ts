import { closeSync, existsSync, openSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createLog, logDestination } from '../../../main/platform/log.ts'

describe('the log', () => {
  it.skipIf(!existsSync('/dev/full'))('stops no work where its disk is full, however often it is written to', () => {
    const full = openSync('/dev/full', 'w')
    try {
      const log = createLog('info', logDestination(full))
      expect(() => {
        for (let line = 0; line < 20; line += 1) log.error({ line }, 'disk full')
      }).not.toThrow()
    } finally {
      closeSync(full)
    }
  })
})
