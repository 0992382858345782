/** Hands a text to the person as a file download, without leaving the window. */
export const saveFile = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** A value as indented JSON, in a file. */
export const saveJson = (name: string, value: unknown): void => saveFile(name, `${JSON.stringify(value, null, 2)}\n`, 'application/json')
