const prefix = 'fieldseal.window.'

/**
 * What this window remembers over a reload: ids and choices. Nothing that a person typed belongs here, since a browser
 * writes it to the disk.
 */
export const recallInWindow = (key: string): string => {
  try {
    return window.sessionStorage.getItem(prefix + key) ?? ''
  } catch {
    return ''
  }
}

/** Remembers it until the window closes. */
export const rememberInWindow = (key: string, value: string): void => {
  try {
    window.sessionStorage.setItem(prefix + key, value)
  } catch {
    // A full or forbidden storage costs the memory on reload and nothing else.
  }
}
