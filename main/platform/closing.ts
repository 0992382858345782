/** Ends something; what it answers is awaited. */
export type Close = () => unknown

const failureOf = async (close: Close): Promise<readonly unknown[]> => {
  try {
    await close()
    return []
  } catch (error) {
    return [error]
  }
}

const throwAny = (failures: readonly unknown[]): void => {
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed')
}

/** Ends one after another, each though one before it failed. @throws an `AggregateError` of what failed */
export const closeInTurn = async (steps: readonly Close[]): Promise<void> => {
  const failures: unknown[] = []
  for (const close of steps) failures.push(...(await failureOf(close)))
  throwAny(failures)
}

/** What was started and has to be ended, however far a start came. */
export interface Closing {
  /** Notes a part that has just been started, and answers it. */
  keep<Part extends { readonly close: Close }>(part: Part): Part
  /**
   * Ends all that is noted, at the same time and the newest first, each though another failed. @throws an
   * `AggregateError` of what failed
   */
  close(): Promise<void>
}

/** A list of what is to be ended, which is empty yet. */
export const createClosing = (): Closing => {
  const parts: { readonly close: Close }[] = []
  return {
    keep: (part) => {
      parts.push(part)
      return part
    },
    close: async () =>
      throwAny((await Promise.all(parts.toReversed().map((part) => failureOf(() => part.close())))).flat()),
  }
}
