import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../../scripts/lib/paths.ts'

/** A call of the command line as a text shows it. */
export interface CommandExample {
  /** Where it stands: a file and a line, or a command whose help it is. */
  readonly where: string
  /** The words after `fieldseal`, as a shell would hand them on. */
  readonly words: readonly string[]
}

const word = /"((?:\$\([^()]*\)|[^"])*)"|'([^']*)'|(\$\([^()]*\)|[^\s"'|;&>()#]+)/y

/** The words of a simple command up to its end: a pipe, a redirection, a remark. Brackets mark what may be left out. */
const wordsOf = (text: string): string[] => {
  const words: string[] = []
  let at = 0
  for (;;) {
    while (text[at] === ' ') at += 1
    word.lastIndex = at
    const found = word.exec(text)
    if (found === null) return words
    const [all, double, single, bare] = found
    // What a shell would put in the place of a variable, or of a command, is no concern here.
    const value = (double ?? single ?? bare?.replaceAll(/[[\]]/gu, '') ?? '').replaceAll(
      /\$\([^()]*\)|\$\{[^}]*\}|\$\w+/gu,
      '1',
    )
    if (value !== '...') words.push(value)
    at += all.length
  }
}

const called = /(?:^|[\s(`])(?:npx )?fieldseal (?=[a-z])/gu

/** Every call in a text. */
export const callsIn = (text: string): string[][] =>
  [...text.matchAll(called)].map(({ index, 0: { length } }) => wordsOf(text.slice(index + length)))

const markdown = (folder: string): string[] =>
  readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) return markdown(name)
    return entry.name.endsWith('.md') ? [name] : []
  })

/** README.md and every page of the documents, by name. */
const documents = (): readonly { readonly file: string; readonly text: string }[] =>
  ['README.md', ...markdown('docs')].map((file) => ({ file, text: readFileSync(inRoot(file), 'utf8') }))

/** The name of a format, such as `fieldseal update v1`, is no call. */
const isNoFormat = ([, version]: readonly string[]): boolean => !/^v\d$/u.test(version ?? '')

/** The calls in the blocks of code of the documents: each is one that a reader types. */
export const typedExamples = (): CommandExample[] =>
  documents().flatMap(({ file, text }) => {
    let isFenced = false
    return text
      .replaceAll(/\\\n\s*/gu, ' ')
      .split('\n')
      .flatMap((line, index): CommandExample[] => {
        if (line.trimStart().startsWith('```')) {
          isFenced = !isFenced
          return []
        }
        if (!isFenced && !/^ {4}(?:npx )?fieldseal /u.test(line)) return []
        return callsIn(line.replace(/\s#\s.*$/u, ''))
          .filter(isNoFormat)
          .map((words) => ({ where: `${file}:${index + 1}`, words }))
      })
  })

/** The calls that the running text mentions, mostly not with all that they need. */
export const mentionedExamples = (): CommandExample[] =>
  documents().flatMap(({ file, text }) =>
    [...text.matchAll(/`(?:npx )?(fieldseal [a-z][^`\n]*)`/gu)].flatMap(({ 1: code = '' }) =>
      callsIn(code.replaceAll('\\|', ' ').replaceAll('...', ''))
        .filter(isNoFormat)
        .map((words) => ({ where: file, words })),
    ),
  )
