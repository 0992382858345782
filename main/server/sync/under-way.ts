/** One thing that a device has begun at the hub and that has not ended. */
export interface Begun {
  /** Does what cannot be broken off; until it is done, the place is not another's. */
  held<T>(job: () => Promise<T>): Promise<T>
  /** Says that its connection has ended. */
  closed(): void
}

/** What devices have under way, so that none keeps the memory and the places of all. */
export interface UnderWay {
  /**
   * Begins one more. Where the device has as many as it may, the oldest of them that only moves bytes is ended: whoever
   * comes back has given up the connection before. Null where all are held.
   *
   * @param end ends it from here
   */
  begin(deviceId: string, end: () => void): Begun | null
}

interface Place {
  readonly end: () => void
  isHeld: boolean
}

/** @param most that one device may have under way */
export const createUnderWay = (most: number): UnderWay => {
  const places = new Map<string, Set<Place>>()

  const leave = (deviceId: string, place: Place): void => {
    const own = places.get(deviceId)
    own?.delete(place)
    if (own?.size === 0) places.delete(deviceId)
  }

  /** Whether there is a place for one more, perhaps since another one left. */
  const makeRoom = (deviceId: string, own: ReadonlySet<Place>): boolean => {
    if (own.size < most) return true
    const oldest = [...own].find(({ isHeld }) => !isHeld)
    if (oldest === undefined) return false
    leave(deviceId, oldest)
    oldest.end()
    return true
  }

  return {
    begin: (deviceId, end) => {
      if (!makeRoom(deviceId, places.get(deviceId) ?? new Set())) return null
      const place: Place = { end, isHeld: false }
      const own = places.get(deviceId) ?? new Set()
      places.set(deviceId, own.add(place))
      let isClosed = false
      return {
        held: async (job) => {
          place.isHeld = true
          try {
            return await job()
          } finally {
            place.isHeld = false
            if (isClosed) leave(deviceId, place)
          }
        },
        closed: () => {
          isClosed = true
          if (!place.isHeld) leave(deviceId, place)
        },
      }
    },
  }
}
