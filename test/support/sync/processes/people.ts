import { setTimeout as pause } from 'node:timers/promises'
import { addNote } from '../../../../shared/api/case-entries.ts'
import { createCase, editCase, updateCaseStatus } from '../../../../shared/api/cases.ts'
import { syncNow } from '../../../../shared/api/sync.ts'
import { caseStatuses } from '../../../../shared/schema/case.ts'
import type { ApiClient } from '../../../../main/cli/client.ts'
import type { Stop } from '../../../../main/cli/io.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { Chance } from '../chance.ts'
import type { DeviceProcess } from './cluster.ts'

const tryAgainMs = 20

/** A write that a service acknowledged; its text occurs nowhere else. */
export interface Told {
  readonly device: string
  readonly text: string
}

/** What all people of a world share. */
export interface Office {
  /** Integer ids of cases, the same on every device. */
  readonly cases: number[]
  readonly told: Told[]
  /** Refusals by code. */
  readonly refused: Map<string, number>
  /** Resolves when there is something to do; false: the day is over. */
  readonly work: () => Promise<boolean>
  readonly onTold: () => void
}

/** Refusals that the state of a case or of sync explains. */
const expected = new Set([
  'not_found',
  'already_done',
  'hub_unreachable',
  'sync_halted',
  'unavailable',
  'case_numbers_exhausted',
  'forbidden',
  'unauthenticated',
])

const texts = /x[0-9a-f]{20}/gu

/** The texts of a world that stand in what was read. */
export const textsIn = (read: string): readonly string[] => read.match(texts) ?? []

type Answer = Result<unknown, Stop>

const codeOf = (stop: Stop): string => /\[([a-z_]+)\]$/u.exec(stop.message)?.[1] ?? ''

/** One thing that a person does; the text that was acknowledged, or null. */
const act = async (
  client: ApiClient,
  chance: Chance,
  office: Office,
): Promise<{ readonly answer: Answer; readonly text: string | null }> => {
  const text = `x${Buffer.from(chance.bytes(10)).toString('hex')}`
  const kind = chance.next()
  if (office.cases.length === 0 || kind < 0.1) {
    const opened = await client.call(createCase, {
      body: { title: `Title ${text}`, description: 'Opened while processes die.', priority: 'high' },
    })
    if (opened.ok) office.cases.push(opened.value.data.id)
    return { answer: opened, text }
  }
  // Most work falls on the newest cases, so that devices meet in them.
  const id = chance.pick(chance.is(0.7) ? office.cases.slice(-4) : office.cases)
  if (kind < 0.5) return { answer: await client.call(addNote, { params: { id }, body: { text } }), text }
  if (kind < 0.7)
    return {
      answer: await client.call(updateCaseStatus, {
        params: { id },
        body: { status: chance.pick(caseStatuses), notes: text },
      }),
      text,
    }
  if (kind < 0.8)
    return { answer: await client.call(editCase, { params: { id }, body: { title: `Title ${text}` } }), text }
  return { answer: await client.call(syncNow, {}), text: null }
}

/** A person works at a device until the day is over, whatever becomes of its process. */
export const workAt = async (device: DeviceProcess, chance: Chance, office: Office): Promise<void> => {
  while (await office.work()) {
    const client = await device.client().catch(() => null)
    const done = client === null ? null : await act(client, chance, office).catch(() => null)
    if (done === null) {
      // Between two lives; whoever kills it starts it again.
      await pause(tryAgainMs)
      continue
    }
    const { answer, text } = done
    if (answer.ok) {
      if (text === null) continue
      office.told.push({ device: device.name, text })
      office.onTold()
      continue
    }
    const code = codeOf(answer.error)
    if (code === '') continue
    office.refused.set(code, (office.refused.get(code) ?? 0) + 1)
    if (!expected.has(code)) throw new Error(`${device.name}: ${answer.error.message}`)
  }
}
