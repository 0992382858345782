/** So often a timer that does nothing comes up. */
const awakeMs = 60_000

/**
 * Keeps the process alive until `work` has ended: the timers of the service do not, and before it listens nothing else
 * need do so.
 */
export const awake = async <T>(work: () => Promise<T>): Promise<T> => {
  const timer = setInterval(() => undefined, awakeMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
