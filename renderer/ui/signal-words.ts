/** The name of a signal as words: `new_device_large_amount` is `new device large amount`. */
export const signalWords = (signal: string): string => signal.replaceAll('_', ' ')
