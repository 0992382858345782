/** A name for the source, guessed from the file's: without its ending, date and separators. */
export const guessSource = (fileName: string): string => {
  const bare = fileName.replace(/\.gz$/iu, '').replace(/\.[A-Za-z0-9]{1,5}$/, '')
  const words = bare
    .replace(/[_\s-]*\d{4}[_-]?\d{2}[_-]?\d{2}.*$/u, '')
    .replace(/[_\s]+/gu, ' ')
    .trim()
  return (words === '' ? bare : words).slice(0, 80)
}
