/** Hands an address of this origin to the browser's own download, without leaving the window. */
export const saveFrom = (address: string, name: string): void => {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Hands a text to the person as a file download, without leaving the window. */
export const saveFile = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  saveFrom(url, name)
  URL.revokeObjectURL(url)
}

/** A value as indented JSON, in a file. */
export const saveJson = (name: string, value: unknown): void =>
  saveFile(name, `${JSON.stringify(value, null, 2)}\n`, 'application/json')
