const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/**
 * A number of bytes in the binary unit that fits it, three digits at least where there are more: `812 B`, `1.5 KiB`,
 * `214 MiB`.
 */
export const formatBytes = (bytes: number, language = 'en'): string => {
  let value = Math.max(0, bytes)
  let unit = 0
  while (value >= 1_024 && unit < units.length - 1) {
    value /= 1_024
    unit += 1
  }
  // 1,023.6 KiB would be written as 1,024 KiB.
  if (Math.round(value) >= 1_024 && unit < units.length - 1) {
    value = 1
    unit += 1
  }
  const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toLocaleString(language, { maximumFractionDigits: digits })} ${units[unit]}`
}

/** The exact number of bytes, grouped as the language does; the caller names the unit. */
export const exactBytes = (bytes: number, language = 'en'): string => bytes.toLocaleString(language)
