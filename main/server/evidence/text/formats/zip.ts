import { unpacked } from '../../../imports/file-content.ts'
import { partsOf, unpackedSource } from '../byte-source.ts'
import { partsMax } from '../limits.ts'
import type { Found } from '../messages.ts'
import { lackOf, type Part } from '../part.ts'
import { openZip, type Archive } from '../zip.ts'

/** The members of an archive that are wanted, each read as a piece of its own. */
export async function* membersFound(
  { members, isCut }: Archive,
  { way, within }: Part,
  wanted: (name: string) => boolean = () => true,
): AsyncGenerator<Found> {
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
export async function* readZip(part: Part): AsyncGenerator<Found> {
  const archive = await openZip(part.source, part.counted)
  try {
    yield* membersFound(archive, part)
  } finally {
    archive.close()
  }
}

/** Reads what a file of gzip (RFC 1952) unpacks to. */
export async function* readGzip({ source, name, within, counted }: Part): AsyncGenerator<Found> {
  const inner = await unpackedSource(() => counted(unpacked(partsOf(source))))
  const unpackedName = name.replace(/\.gz(?:ip)?$/iu, '').replace(/\.tgz$/iu, '.tar')
  yield* within({ kind: 'member', name: unpackedName }, inner)
}
