/** Integer ids of one device: `device_number * 2^32 + n`, n from 1 (L-22). */
const perDevice = 2 ** 32

/** The first and last integer id of a device. */
export const idRange = (deviceNumber: number): { readonly first: number; readonly last: number } => ({
  first: deviceNumber * perDevice + 1,
  last: (deviceNumber + 1) * perDevice - 1,
})

/**
 * The integer id after the highest one that a device has given out, or its first. Throws RangeError where none is left.
 */
export const idAfter = (deviceNumber: number, highest: number | null): number => {
  const { first, last } = idRange(deviceNumber)
  const next = highest === null ? first : highest + 1
  if (next < first || next > last || !Number.isSafeInteger(next))
    throw new RangeError('this device has no integer id left')
  return next
}
