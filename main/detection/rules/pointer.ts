/** A JSON pointer (RFC 6901) one step further. */
export const pointerTo = (pointer: string, step: string): string =>
  `${pointer}/${step.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`
