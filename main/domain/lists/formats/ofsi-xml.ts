import { draftEntry } from '../draft.ts'
import type { ReadingNotes } from '../notes.ts'
import type { ListedEntry } from '../entry.ts'
import type { OpenReading } from '../reading.ts'
import { readPublished } from '../text/dates.ts'
import { textAt, type XmlNode } from '../xml/node.ts'
import { createGrouping } from './grouping.ts'
import { isPrimaryName, ukKind, ukName, ukNameType } from './uk-words.ts'
import { createXmlRecords } from '../xml/records.ts'

const entryOf = (node: XmlNode, notes: ReadingNotes): ListedEntry | null => {
  // Elements of one file are written in both cases: name1 to name5, Name6.
  const byName = new Map(node.children.map((child) => [child.name.toLowerCase(), child]))
  const get = (name: string): string => {
    const found = byName.get(name.toLowerCase())
    return found === undefined ? '' : found.text.trim() || textAt(found, 'string')
  }
  const draft = draftEntry(get('GroupID') || get('UKSanctionsListRef'), ukKind(get('GroupTypeDescription')), notes)
  draft.name(
    ukName([1, 2, 3, 4, 5, 6].map((part) => get(`name${part}`))) || get('FullName'),
    ukNameType(get('AliasType'), get('AliasQuality')),
  )
  draft.name(get('NameNonLatinScript'), 'alias')
  draft.position(get('NameTitle'))
  draft.position(get('Individual_Position'))
  draft.date((get('Individual_DateOfBirth') || get('DateOfBirth')).replace(/T00:00:00.*$/u, ''))
  draft.birthPlace(get('Individual_TownOfBirth'), get('Individual_CountryOfBirth'))
  draft.country(get('Individual_Nationality'))
  draft.gender(get('Individual_Gender'))
  draft.identifier('passport', get('Individual_PassportNumber'))
  draft.identifier('national identification number', get('Individual_NINumber'))
  draft.identifier('business registration number', get('Entity_BusinessRegNumber'))
  draft.identifier('imo number', get('Ship_IMONumber'))
  draft.country(get('Ship_Flag') || get('Ship_CurrentBelievedFlag'))
  draft.address([...[1, 2, 3, 4, 5, 6].map((line) => get(`Address${line}`)), get('PostCode')], get('Country'))
  draft.programme(get('RegimeName'))
  draft.remark(get('OtherInformation'))
  draft.remark(get('UKStatementOfReasons'))
  draft.listedOn((get('DateListed') || get('DateDesignated')).replace(/T.*$/u, ''))
  return draft.finish()
}

/** OFSI's consolidated list, as XML: a record a name; those of one group are one entry, whose id is the group's. */
export const ofsiXml: OpenReading = (notes) => {
  const records = createXmlRecords({
    records: new Set(['ArrayOfFinancialSanctionsTarget/FinancialSanctionsTarget']),
    onElement: (path, attributes) => {
      if (path === 'ArrayOfFinancialSanctionsTarget')
        notes.publish(readPublished(attributes.get('DateGenerated') ?? ''))
    },
  })
  const grouping = createGrouping(notes)
  const take = (found: ReturnType<typeof records.push>): ListedEntry[] =>
    found.flatMap(({ node }) => grouping.push(entryOf(node, notes), isPrimaryName(textAt(node, 'AliasType'))))
  return {
    first: null,
    push: (text) => take(records.push(text)),
    end: () => [...take(records.end()), ...grouping.end()],
  }
}
