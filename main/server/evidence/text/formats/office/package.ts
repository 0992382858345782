import type { PassageStep } from '../../../../../domain/evidence/passage.ts'
import type { ByteSource } from '../../byte-source.ts'
import type { ReaderMessage } from '../../messages.ts'
import { lackOf } from '../../part.ts'
import type { ReadArchive, ArchiveMember } from '../../zip.ts'
import { decodedText } from '../plain.ts'
import { createXmlText, type XmlHooks, type XmlRules } from './xml-text.ts'

/** A document of several members, which are found by name. */
export interface DocumentPackage {
  readonly archive: ReadArchive
  find(name: string): ArchiveMember | undefined
  /** Members whose name fits, in the order of the numbers in their names. */
  all(pattern: RegExp): readonly ArchiveMember[]
}

const numberIn = (name: string): number => Number(/(\d+)\.xml$/u.exec(name)?.[1] ?? 0)

export const packageOf = (archive: ReadArchive): DocumentPackage => {
  const byName = new Map(archive.members.map((member) => [member.name, member]))
  return {
    archive,
    find: (name) => byName.get(name),
    all: (pattern) =>
      archive.members
        .filter(({ name }) => pattern.test(name))
        .toSorted((one, other) => numberIn(one.name) - numberIn(other.name)),
  }
}

/** The text of an XML document by its rules; what it stumbles over is thrown behind what was read. */
export async function* xmlTexts(source: ByteSource, rules: XmlRules, hooks?: XmlHooks): AsyncGenerator<string> {
  const reader = createXmlText(rules, hooks)
  try {
    for await (const xml of decodedText(source)) yield* reader.push(xml)
    yield* reader.end()
  } catch (error) {
    yield reader.cut()
    throw error
  }
}

/** The text of a member; where it cannot be read to its end, that is told behind what was read. */
export async function* memberTexts(
  member: ArchiveMember | undefined,
  rules: XmlRules,
  way: readonly PassageStep[],
): AsyncGenerator<ReaderMessage> {
  if (member === undefined) return
  try {
    for await (const text of xmlTexts(await member.open(), rules)) yield { way, text }
  } catch (error) {
    yield { way: [...way, { kind: 'member', name: member.name }], lack: lackOf(error) }
  }
}

const everything: XmlRules = {
  text: null,
  lines: new Set(),
  cells: new Set(),
  signs: new Map(),
  skipped: new Set(),
}

/** The elements of a member with their attributes, in its order; none where it is not there. */
export const elementsOf = async (
  member: ArchiveMember | undefined,
): Promise<readonly { readonly name: string; readonly attributes: ReadonlyMap<string, string> }[]> => {
  if (member === undefined) return []
  const elements: { name: string; attributes: ReadonlyMap<string, string> }[] = []
  const hooks: XmlHooks = { onElement: (name, attributes) => elements.push({ name, attributes }) }
  for await (const _text of xmlTexts(await member.open(), everything, hooks)) continue
  return elements
}

/** What a document says of itself: the text of each of these elements, by the names that are told. */
export async function* propertiesOf(
  member: ArchiveMember | undefined,
  names: ReadonlyMap<string, string>,
  way: readonly PassageStep[],
): AsyncGenerator<ReaderMessage> {
  if (member === undefined) return
  const told: ReaderMessage[] = []
  let name: string | undefined
  const reader = createXmlText(
    { ...everything, lines: new Set(names.keys()) },
    {
      onElement: (element) => {
        end()
        name = names.get(element)
      },
    },
  )
  const end = (): void => {
    const text = reader.cut()
    if (name !== undefined) told.push({ way: [...way, { kind: 'header', name }], text })
  }
  try {
    const source = await member.open()
    for await (const xml of decodedText(source)) reader.push(xml)
    end()
  } catch (error) {
    told.push({ way: [...way, { kind: 'member', name: member.name }], lack: lackOf(error) })
  }
  yield* told
}
