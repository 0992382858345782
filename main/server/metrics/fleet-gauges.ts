import type { Gauge } from 'prom-client'
import type { Fleet } from '../../sync/hub/fleet.ts'

/** The gauges of what devices told of themselves. What none of them told has no line. */
export const createFleetGauges = (gauge: (name: string, help: string) => Gauge): { set(fleet: Fleet | null): void } => {
  const gauges: readonly (readonly [Gauge, (fleet: Fleet) => number | null])[] = [
    [gauge('silent_devices', 'Devices that may call and were not heard of for too long.'), ({ silent }) => silent],
    [gauge('untold_devices', 'Devices that may call and never told anything of themselves.'), ({ untold }) => untold],
    [
      gauge('waiting_devices', 'Devices that told that entries or bytes of evidence wait on them.'),
      ({ waiting }) => waiting,
    ],
    [
      gauge('device_entries_waiting', 'Entries that wait on devices, as they last told.'),
      ({ entriesWaiting }) => entriesWaiting,
    ],
    [
      gauge('device_evidence_waiting_bytes', 'Bytes of evidence that wait on devices, as they last told.'),
      ({ evidenceWaitingBytes }) => evidenceWaitingBytes,
    ],
    [
      gauge(
        'device_oldest_waiting_timestamp_seconds',
        'When the oldest entry that waits on a device was sealed, Unix seconds; 0: none waits.',
      ),
      ({ oldestWaitingMs }) => (oldestWaitingMs ?? 0) / 1_000,
    ],
    [
      gauge('device_clock_offset_seconds', 'How far the clock of a device is off at most, either way.'),
      ({ clockOffsetSeconds }) => clockOffsetSeconds,
    ],
    [
      gauge('device_free_bytes', 'The least room that a device has on its disk.'),
      ({ leastFreeBytes }) => leastFreeBytes,
    ],
    [
      gauge('device_list_age_days', 'The age of the oldest list that a device screens against.'),
      ({ oldestListDays }) => oldestListDays,
    ],
  ]
  return {
    set: (fleet) => {
      for (const [each, of] of gauges) {
        const value = fleet === null ? null : of(fleet)
        if (value === null) each.remove()
        else each.set(value)
      }
    },
  }
}
