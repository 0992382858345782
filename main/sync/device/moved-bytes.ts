import type { DeviceSettings } from './workspace.ts'

/** Bytes that moved and are not counted in the settings yet. */
export interface MovedBytes {
  add(sent: number, received: number): void
  /** Counts them. */
  count(): Promise<void>
}

export const createMovedBytes = (settings: Pick<DeviceSettings, 'countBytes'>): MovedBytes => {
  let moved = { sent: 0, received: 0 }
  return {
    add: (sent, received) => {
      moved = { sent: moved.sent + sent, received: moved.received + received }
    },
    count: async () => {
      const { sent, received } = moved
      if (sent + received === 0) return
      moved = { sent: 0, received: 0 }
      await settings.countBytes(sent, received)
    },
  }
}
