/** A run of characters of a page's text that came from one place of the page. */
export type TextRun = { readonly str: string; readonly hasEOL?: boolean }

/** A match on a page: which runs it touches. */
export type PageMatch = { readonly page: number; readonly runs: readonly number[] }

/** Matches that are kept. */
export const matchesMax = 5_000

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Finds a text on a page, whatever its case and across its lines, and says which runs each match touches. */
export const findOnPage = (page: number, runs: readonly TextRun[], wanted: string): PageMatch[] => {
  const needle = fold(wanted).replaceAll(/\s+/g, ' ').trim()
  if (needle === '') return []
  let text = ''
  const owners: number[] = []
  runs.forEach((run, index) => {
    const folded = fold(run.str) + (run.hasEOL === true ? ' ' : '')
    for (const char of folded.replaceAll(/\s+/g, ' ')) {
      if (char === ' ' && text.endsWith(' ')) continue
      text += char
      for (let unit = 0; unit < char.length; unit += 1) owners.push(index)
    }
  })
  const found: PageMatch[] = []
  for (
    let at = text.indexOf(needle);
    at !== -1 && found.length < matchesMax;
    at = text.indexOf(needle, at + needle.length)
  ) {
    found.push({ page, runs: [...new Set(owners.slice(at, at + needle.length))] })
  }
  return found
}
