import { useDebouncedValue } from '@mantine/hooks'

/** Longer than from one row to the next where a key is held down, and shorter than anybody waits, in milliseconds. */
const restMs = 150

/**
 * The value as it is where one rests: one step is followed at once, of many in a row the last. What is read for the row
 * at hand is read for this, so that a key held down in a list asks for the rows where it began and ended, and not for
 * each that it passed.
 */
export const useRested = <V>(value: V): V => useDebouncedValue(value, restMs, { leading: true })[0]
