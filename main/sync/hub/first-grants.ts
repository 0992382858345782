import { mayHave } from './case-access.ts'
import { give } from './grants.ts'
import type { HubDevice } from './records.ts'
import type { HubWork } from './work.ts'

/** What a device is granted as it is enrolled. */
export interface FirstGrants {
  /** `all`: every case, those to come included. */
  readonly cases: readonly string[] | 'all'
  /** The device that its folder was before a new epoch; null where it was none. */
  readonly old: HubDevice | null
}

/** All cases are those of a device that has all: the hub's own folder is one. */
const everyCase = async (
  work: HubWork,
  nobody: Pick<HubDevice, 'deviceId' | 'userUid'>,
): Promise<readonly string[]> => {
  const [first] = (await work.workspace()).everything
  const holder = first === undefined ? null : await work.tx.device(first)
  return (await work.tx.granted(holder ?? nobody)).map((chain) => chain.case)
}

const grantsOfDevice = async (work: HubWork, old: HubDevice): Promise<readonly string[]> => {
  const names = (await work.tx.granted(old)).map((chain) => chain.case)
  const own: string[] = []
  for (const name of names) {
    const grants = await work.tx.grants(name)
    if (
      grants.some(
        ({ subject, endedFeed }) => endedFeed === null && subject.kind === 'device' && subject.id === old.deviceId,
      )
    )
      own.push(name)
  }
  return own
}

/**
 * Grants to a device that is enrolled what it gets from the start: what it is admitted for, and what the device that it
 * was had.
 */
export const grantFromStart = async (
  work: HubWork,
  device: Pick<HubDevice, 'deviceId'>,
  { cases, old }: FirstGrants,
): Promise<void> => {
  const subject = { kind: 'device', id: device.deviceId } as const
  const every = { deviceId: '', userUid: '' }
  const names =
    cases === 'all' && old !== null
      ? (await work.tx.granted(old)).map((chain) => chain.case)
      : cases === 'all'
        ? await everyCase(work, every)
        : cases
  const inherited = old === null ? [] : await grantsOfDevice(work, old)
  for (const name of new Set([...names, ...inherited])) {
    if (name === 'workspace' || (await work.size(name)) === 0) continue
    const head = await work.caseHead(name)
    if (head.access.rule !== 'everyone' && !(await mayHave(work, await work.workspace(), head, subject))) continue
    await give(work.tx, name, subject, await work.feed())
  }
}
