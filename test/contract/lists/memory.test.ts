import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

interface Reading {
  readonly entries: number
  readonly error: string | null
  readonly peakMegabytes: number
}

/**
 * Reads a list that is made as it is read, in a process of its own: what a process of Linux ever had is counted by the
 * kernel.
 */
const readGenerated = async (format: string, megabytes: number, remark: number): Promise<Reading> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    path.join(import.meta.dirname, 'read-generated.ts'),
    format,
    String(megabytes),
    String(remark),
  ])
  return JSON.parse(stdout) as Reading
}

describe('a list of any length', { timeout: 120_000 }, () => {
  it('is read as a stream: 80 MB of XML in less than 300 MB of memory, of which more than a third is Node with our code', async () => {
    const { entries, error, peakMegabytes } = await readGenerated('un_xml', 80, 4_000)
    expect([error, entries > 15_000]).toEqual([null, true])
    expect(peakMegabytes).toBeLessThan(300)
  })

  it('that would have to be kept in memory is refused by a limit, in less than 300 MB', async () => {
    const { entries, error, peakMegabytes } = await readGenerated('ofac_advanced_xml', 400, 1_500)
    expect([entries, error]).toEqual([0, 'holds more reference data (places, documents, measures) than fits: 48 MiB'])
    expect(peakMegabytes).toBeLessThan(300)
  })
})
