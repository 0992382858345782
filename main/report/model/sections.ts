/** The sections of the report in their order; the id is the anchor. */
export const sectionTitles = [
  ['facts', 'Facts'],
  ['people', 'People'],
  ['timeline', 'Timeline'],
  ['evidence', 'Evidence'],
  ['custody', 'Custody'],
  ['absent', 'What this copy does not show'],
  ['seal', 'Seal'],
  ['verify', 'How to verify'],
] as const satisfies readonly (readonly [string, string])[]

export type SectionId = (typeof sectionTitles)[number][0]

/** A sentence or two that say how a section is to be read. */
const sectionNotes: Readonly<Record<SectionId, string>> = {
  facts: 'The case as it stood when it was exported. All times of this report are UTC.',
  people:
    'Everyone whom the entries name. Entries hold the pseudonymous id; the name is the one that the person has today.',
  timeline:
    'Every sealed entry in the order of its arrival, by the clock of the device that wrote it. Titles, names and texts are those that were sealed, whatever has changed since.',
  evidence: 'Every piece in the order of acquisition. The SHA-256 is of the original bytes.',
  custody:
    'What happened to each piece, from its acquisition on. Views, downloads and exports were sealed before the first byte was released.',
  absent:
    'Values that were sealed as a digest and are not shown. Whoever holds such a value can prove that it is the one that was sealed: its disclosure hashes to the digest.',
  seal: 'The checkpoint commits to every entry and to their order: with another entry, or another order, the root is another.',
  verify: 'This report is a reading aid. What counts are the signed entries beside it.',
}

const hubTimeline =
  'Every sealed entry in the order that the hub gave the work of all devices, then what no hub has yet; by the clock of the device that wrote it. Entries have the numbers in which they came to the exporting device. An entry that was overtaken in that order stays as it was sealed, and changed nothing.'

/** How a section of this report is to be read. */
export const sectionNote = (id: SectionId, { inHubOrder }: { readonly inHubOrder: boolean }): string =>
  id === 'timeline' && inHubOrder ? hubTimeline : sectionNotes[id]
