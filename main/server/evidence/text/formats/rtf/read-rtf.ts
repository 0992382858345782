import type { PassageStep } from '../../../../../domain/evidence/passage.ts'
import { wholeMax } from '../../limits.ts'
import type { ReaderMessage } from '../../messages.ts'
import { wholeOf, type TextPart } from '../../part.ts'
import { rtfFound } from './rtf-text.ts'

/** What an RTF document says, whose bytes are given as Latin-1; what is embedded in it is named and not opened. */
export function* rtfPassages(rtf: string, way: readonly PassageStep[]): Generator<ReaderMessage> {
  for (const found of rtfFound(rtf))
    if (found.kind === 'text') yield { way, text: found.text }
    else if (found.kind === 'info') yield { way: [...way, { kind: 'header', name: found.name }], text: found.text }
    else if (found.kind === 'link') yield { way: [...way, { kind: 'header', name: 'Link' }], text: found.address }
    else yield { way, lack: { kind: 'no_text', format: 'embedded_object' } }
}

/** Reads a document of RTF. */
export async function* readRtf({ source, way }: TextPart): AsyncGenerator<ReaderMessage> {
  const bytes = await wholeOf(source, wholeMax)
  yield* rtfPassages(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'), way)
}
