import { unpacked } from '../../../imports/file-content.ts'
import { partsOfSource, unpackedSource } from '../byte-source.ts'
import { partsMax } from '../limits.ts'
import type { ReaderMessage } from '../messages.ts'
import { lackOf, type TextPart } from '../part.ts'
import { openArchive, type ReadArchive } from '../zip.ts'

/** The members of an archive that are wanted, each read as a piece of its own. */
export async function* membersFound(
  { members, isCut }: ReadArchive,
  { way, within }: TextPart,
  wanted: (name: string) => boolean = () => true,
): AsyncGenerator<ReaderMessage> {
  for (const member of members) {
    const { name } = member
    if (!wanted(name)) continue
    try {
      yield* within({ kind: 'member', name }, await member.open())
    } catch (error) {
      const lack = lackOf(error)
      yield { way: [...way, { kind: 'member', name }], lack }
      // The piece unpacks to too much: so it would with what follows.
      if (lack.kind === 'too_large') return
    }
  }
  if (isCut) yield { way, lack: { kind: 'too_large', limit: `${partsMax.toLocaleString('en')} files within a piece` } }
}

/** Reads each file of a ZIP archive. */
export async function* readZip(part: TextPart): AsyncGenerator<ReaderMessage> {
  const archive = await openArchive(part.source, part.counted)
  try {
    yield* membersFound(archive, part)
  } finally {
    archive.close()
  }
}

/** Reads what a file of gzip (RFC 1952) unpacks to. */
export async function* readGzip({ source, name, within, counted }: TextPart): AsyncGenerator<ReaderMessage> {
  const inner = await unpackedSource(() => counted(unpacked(partsOfSource(source))))
  const unpackedName = name.replace(/\.gz(?:ip)?$/iu, '').replace(/\.tgz$/iu, '.tar')
  yield* within({ kind: 'member', name: unpackedName }, inner)
}
