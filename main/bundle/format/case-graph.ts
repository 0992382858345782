import { erasureOrders } from '../../../shared/entries/evidence-erasure.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { isTaking } from '../../../shared/schema/taken-bundle.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { openEntry } from '../../seal/entry.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { BundleContents, BundledEvidence } from '../contents.ts'
import type { EvidenceFiles } from './case-file.ts'
import { nameBasedUuid } from './uuid.ts'

type Node = Readonly<Record<string, JsonValue>>

/** The namespaces of CASE 1.4.0 and UCO 1.4.0 (caseontology.org, unifiedcyberontology.org). */
const context = {
  kb: 'urn:uuid:',
  investigation: 'https://ontology.caseontology.org/case/investigation/',
  'uco-action': 'https://ontology.unifiedcyberontology.org/uco/action/',
  'uco-core': 'https://ontology.unifiedcyberontology.org/uco/core/',
  'uco-identity': 'https://ontology.unifiedcyberontology.org/uco/identity/',
  'uco-observable': 'https://ontology.unifiedcyberontology.org/uco/observable/',
  'uco-tool': 'https://ontology.unifiedcyberontology.org/uco/tool/',
  'uco-types': 'https://ontology.unifiedcyberontology.org/uco/types/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
}

const time = (at: string | number): JsonValue => ({
  '@type': 'xsd:dateTime',
  '@value': typeof at === 'number' ? toTimestamp(at) : at,
})

const refs = (ids: readonly string[]): JsonValue => ids.map((id) => ({ '@id': id }))

const optional = (name: string, value: JsonValue | undefined): Node =>
  value === undefined || value === null || value === '' ? {} : { [name]: value }

/**
 * Names nodes by UUIDs of version 5, made of the case's uid and of what a thing is: UCO 1.4.0 wants names that end with
 * a UUID of RFC 4122, which those of version 7 are not.
 */
const createNaming = (caseUid: string) => {
  const made = (what: string): string => `kb:${nameBasedUuid(caseUid, what)}`
  return { made, of: (uid: string, what: string): string => made(`${what}:${uid}`) }
}

const uidTag = (uid: string): string => `uid:${uid}`

type Naming = ReturnType<typeof createNaming>

const toolNode = (naming: Naming, name: string, version: string): Node => ({
  '@id': naming.made(`tool:${name}:${version}`),
  '@type': 'uco-tool:Tool',
  'uco-core:name': name,
  ...optional('uco-tool:version', version),
})

const hashNodes = (naming: Naming, uid: string, sha256: string): { readonly nodes: Node[]; readonly id: string } => {
  const id = naming.made(`hash:${uid}`)
  const node = {
    '@id': id,
    '@type': 'uco-types:Hash',
    'uco-types:hashMethod': 'SHA256',
    'uco-types:hashValue': { '@type': 'xsd:hexBinary', '@value': sha256 },
  }
  return { id, nodes: [node] }
}

/** Where the bytes of a piece are, as far as a recipient can have them. */
const placeOf = (file: string | null, order: string | undefined): string => {
  if (file !== null) return `In this bundle: ${file}`
  return order === undefined ? 'Not in this bundle; its hash is.' : `Erased by order ${order}; its hash is here.`
}

/** By which order each piece was erased. */
const ordersOf = ({ chain }: BundleContents): ReadonlyMap<string, string> =>
  erasureOrders(
    chain.entries.flatMap((entry) => {
      const opened = openEntry(entry)
      return opened.ok ? [{ ...opened.value, id: entry.id }] : []
    }),
  )

/** A piece of evidence: the file with its facets and hash, and its provenance record. */
const pieceNodes = (naming: Naming, { item, facts }: BundledEvidence, place: string): Node[] => {
  const hashed = hashNodes(naming, item.uid, item.sha256)
  const fileFacet = naming.made(`file-facet:${item.uid}`)
  const contentFacet = naming.made(`content-facet:${item.uid}`)
  const fileNode = naming.of(item.uid, 'piece')
  return [
    ...hashed.nodes,
    {
      '@id': fileFacet,
      '@type': 'uco-observable:FileFacet',
      'uco-observable:fileName': item.name,
      ...optional('uco-observable:filePath', item.path),
      'uco-observable:isDirectory': false,
      'uco-observable:sizeInBytes': item.size,
    },
    {
      '@id': contentFacet,
      '@type': 'uco-observable:ContentDataFacet',
      'uco-observable:mimeType': item.media_type,
      'uco-observable:sizeInBytes': item.size,
      'uco-observable:hash': refs([hashed.id]),
    },
    {
      '@id': fileNode,
      '@type': 'uco-observable:File',
      'uco-core:name': item.name,
      ...optional(
        'uco-core:description',
        [facts.description, place].filter((text) => text !== null),
      ),
      'uco-core:tag': [uidTag(item.uid), ...item.tags],
      'uco-core:hasFacet': refs([fileFacet, contentFacet]),
    },
    {
      '@id': provenanceOf(naming, item.uid),
      '@type': 'investigation:ProvenanceRecord',
      'uco-core:name': item.label ?? item.name,
      'investigation:exhibitNumber': item.label ?? String(item.id),
      'investigation:rootExhibitNumber': [String(item.id)],
      'uco-core:objectCreatedTime': time(item.acquired_at),
      'uco-core:object': refs([fileNode]),
    },
  ]
}

const provenanceOf = (naming: Naming, uid: string): string => naming.made(`provenance:${uid}`)

const actionNames: Readonly<Record<string, string>> = {
  'evidence.acquired': 'Acquisition',
  'evidence.viewed': 'View',
  'evidence.downloaded': 'Download',
  'evidence.statement_read': 'Reading as a statement',
  'evidence.erased': 'Erasure of the bytes by order',
  'evidence.exported': 'Export',
  'case.exported': 'Export of the case bundle',
}

interface Step {
  readonly id: string
  readonly payload: EntryPayload
}

/** The entries that are investigative actions. */
const stepsOf = (contents: BundleContents): Step[] =>
  contents.chain.entries.flatMap((entry) => {
    const opened = openEntry(entry)
    return opened.ok && opened.value.type in actionNames ? [{ id: entry.id, payload: opened.value }] : []
  })

interface Acts {
  readonly naming: Naming
  readonly pieces: ReadonlyMap<string, BundledEvidence>
  readonly own: string
  readonly add: (node: Node) => void
}

/** What an acquisition took the bytes from, as far as the recipient may know. */
const sourceOf = ({ naming, add }: Acts, { item, facts }: BundledEvidence): string[] => {
  const told = [facts.source, facts.serial === null ? null : `Serial: ${facts.serial}`].filter((text) => text !== null)
  if (told.length === 0) return []
  const id = naming.made(`source:${told.join('\n')}`)
  add({
    '@id': id,
    '@type': 'uco-observable:ObservableObject',
    'uco-core:name': facts.source ?? `Source of ${item.name}`,
    'uco-core:description': told,
  })
  return [id]
}

const acquisition = (acts: Acts, piece: BundledEvidence): Node => {
  const { naming, add } = acts
  const tool = toolNode(naming, piece.facts.tool, piece.facts.tool_version)
  add(tool)
  const blocker = piece.facts.write_blocker === null ? null : toolNode(naming, piece.facts.write_blocker, '')
  if (blocker !== null) add(blocker)
  return {
    'uco-core:description': [`Method: ${piece.facts.method}`, `Taken by: ${piece.facts.acquired_by}`],
    'uco-action:startTime': time(piece.facts.started_at),
    'uco-action:endTime': time(piece.facts.ended_at),
    'uco-action:instrument': refs([tool['@id'] as string, ...(blocker === null ? [] : [blocker['@id'] as string])]),
    ...optional(
      'uco-action:object',
      sourceOf(acts, piece).map((id) => ({ '@id': id })),
    ),
    'uco-action:result': refs([naming.of(piece.item.uid, 'piece'), provenanceOf(naming, piece.item.uid)]),
  }
}

const handling = ({ naming, pieces, own }: Acts, { payload, id }: Step, exportEntry: string): Node => {
  const touched = id === exportEntry ? [...pieces.keys()] : pieces.has(payload.subject) ? [payload.subject] : []
  return {
    'uco-action:startTime': time(payload.at),
    'uco-action:endTime': time(payload.at),
    'uco-action:instrument': refs([own]),
    'uco-action:object': refs(touched.flatMap((uid) => [naming.of(uid, 'piece'), provenanceOf(naming, uid)])),
  }
}

const actionNode = (acts: Acts, step: Step, exportEntry: string): Node => {
  const { payload } = step
  const piece = payload.type === 'evidence.acquired' ? acts.pieces.get(payload.subject) : undefined
  return {
    '@id': acts.naming.made(`entry:${step.id}`),
    '@type': 'investigation:InvestigativeAction',
    'uco-core:name': isTaking(payload.type, payload.pub)
      ? 'Taking of the case bundle'
      : (actionNames[payload.type] as string),
    'uco-core:tag': [`entry:${step.id}`],
    'uco-action:performer': { '@id': acts.naming.of(payload.actor, 'person') },
    'uco-action:environment': { '@id': acts.naming.of(payload.dev, 'device') },
    ...(piece === undefined ? handling(acts, step, exportEntry) : acquisition(acts, piece)),
  }
}

const personNode = (naming: Naming, uid: string, name: string | undefined): Node => ({
  '@id': naming.of(uid, 'person'),
  '@type': uid === 'system' ? 'uco-identity:Identity' : 'uco-identity:Person',
  'uco-core:name': name ?? uid,
  'uco-core:tag': [uidTag(uid)],
})

const deviceNode = (
  naming: Naming,
  { deviceId, name }: { readonly deviceId: string; readonly name: string },
): Node => ({
  '@id': naming.of(deviceId, 'device'),
  '@type': 'uco-observable:Device',
  'uco-core:name': name,
  'uco-core:tag': [uidTag(deviceId)],
})

/** Facets and hashes are parts of an object of the graph, not objects themselves. */
const isObject = (node: Node): boolean => !/(?:Facet|Hash)$/.test(node['@type'] as string)

/**
 * B-45: the case as a graph of CASE 1.4.0 in JSON-LD.
 *
 * @returns an object whose `@graph` has each node once, in a fixed order
 */
export const caseGraphOf = (contents: BundleContents, files: EvidenceFiles): JsonValue => {
  const naming = createNaming(contents.case.uid)
  const nodes = new Map<string, Node>()
  const add = (node: Node): void => {
    if (!nodes.has(node['@id'] as string)) nodes.set(node['@id'] as string, node)
  }
  const pieces = new Map(contents.evidence.map((piece) => [piece.item.uid, piece]))
  const own = toolNode(naming, 'Fieldseal', contents.softwareVersion)
  const organisation = naming.of(contents.workspace.uid, 'workspace')
  add({
    '@id': organisation,
    '@type': 'uco-identity:Organization',
    'uco-core:name': contents.workspace.name,
    'uco-core:tag': [uidTag(contents.workspace.uid)],
  })
  add(own)
  const orders = ordersOf(contents)
  for (const key of contents.keys) add(deviceNode(naming, key))
  for (const piece of contents.evidence)
    for (const node of pieceNodes(
      naming,
      piece,
      placeOf(files.get(piece.item.uid) ?? null, orders.get(piece.item.uid)),
    ))
      add(node)
  for (const step of stepsOf(contents)) {
    add(personNode(naming, step.payload.actor, contents.people.get(step.payload.actor)))
    add(deviceNode(naming, { deviceId: step.payload.dev, name: step.payload.dev }))
    add(actionNode({ naming, pieces, own: own['@id'] as string, add }, step, contents.export.entryId))
  }
  const investigation: Node = {
    '@id': naming.of(contents.case.uid, 'case'),
    '@type': 'investigation:Investigation',
    'uco-core:name': contents.case.number,
    'uco-core:tag': [uidTag(contents.case.uid)],
    ...optional(
      'uco-core:description',
      [contents.case.title, contents.case.description].filter((text) => text !== null && text !== ''),
    ),
    'uco-core:createdBy': { '@id': organisation },
    'uco-core:startTime': time(contents.case.createdAtMs),
    ...(contents.case.finishedAtMs === null ? {} : { 'uco-core:endTime': time(contents.case.finishedAtMs) }),
    'investigation:investigationForm': 'case',
    'investigation:investigationStatus': contents.case.status,
    'uco-core:object': refs([...nodes.values()].filter(isObject).map((node) => node['@id'] as string)),
  }
  return { '@context': context, '@graph': [investigation, ...nodes.values()] }
}
