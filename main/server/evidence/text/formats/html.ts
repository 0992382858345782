import type { TextPassage, PassageStep } from '../../../../domain/evidence/passage.ts'
import type { ReaderMessage } from '../messages.ts'
import type { TextPart } from '../part.ts'
import { createHtmlText } from './html-text.ts'
import { decodedText } from './plain.ts'

/** What is shown of a page that comes in parts, with its title first where it is met in time. */
export async function* htmlFound(
  pages: AsyncIterable<string> | Iterable<string>,
  way: readonly PassageStep[],
): AsyncGenerator<TextPassage> {
  const reader = createHtmlText()
  let isTitled = false
  const told = function* (texts: readonly string[]): Generator<TextPassage> {
    if (!isTitled && reader.title() !== '' && texts.length > 0) {
      isTitled = true
      yield { way: [...way, { kind: 'header', name: 'Title' }], text: reader.title() }
    }
    for (const text of texts) yield { way, text }
  }
  for await (const html of pages) yield* told(reader.push(html))
  yield* told(reader.end())
  if (!isTitled && reader.title() !== '')
    yield { way: [...way, { kind: 'header', name: 'Title' }], text: reader.title() }
}

const declaredIn = (head: Uint8Array): string | undefined =>
  /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:-]{1,40})/iu.exec(Buffer.from(head).toString('latin1'))?.[1]

/** Reads a page: what is shown of it, without scripts, styles and comments. */
export async function* readHtml({ source, way }: TextPart): AsyncGenerator<ReaderMessage> {
  const declared = declaredIn(await source.read(0, Math.min(source.size, 1_024)))
  yield* htmlFound(decodedText(source, declared), way)
}
