import { z } from 'zod'
import { caseDescription, caseTitle, rationale } from '../schema/case.ts'
import {
  evidenceLabel,
  evidenceName,
  evidencePath,
  evidencePathBytes,
  evidenceTag,
  evidenceTagsMax,
} from '../schema/evidence.ts'
import type { CaseEntryType, EvidenceEntryType, SyncEntryType } from '../schema/timeline.ts'
import { integerId, lineOfText, noteMax, textBlock } from '../schema/text.ts'
import { byHand, byHandOrProgram, byHub, givenText, playedByHand, supervisingRoles, textsIn } from './entry-rule.ts'
import type { EntryRule, OpenValues } from './entry-rule.ts'
import type { GrantEntryType } from './entry-types.ts'

const written = { chain: 'case', by: 'writers', origins: byHand } as const
const ids = z.array(integerId).optional()
/** A detection policy lets alerts join the case of whoever they are about. */
const linked: EntryRule = {
  ...written,
  origins: ['person', 'policy', 'sample'],
  withheld: { customer_ids: ids, account_ids: ids },
}
const withRationale: EntryRule = { ...written, withheld: { notes: rationale } }
const ofHub: EntryRule = { chain: 'case', by: 'hub', origins: byHub, withheld: {} }
const withReason: EntryRule = {
  chain: 'case',
  by: supervisingRoles,
  origins: playedByHand,
  withheld: { reason: rationale },
}
const plain: EntryRule = { ...written, withheld: {} }
const looked: EntryRule = { chain: 'case', by: 'readers', origins: byHandOrProgram, withheld: {} }
/** An administrator grants a case, the hub where it is due, and a device that takes or gives back its copy. */
const granted: EntryRule = {
  chain: 'case',
  by: 'hub',
  origins: ['person', 'hub', 'sync'],
  withheld: { reason: lineOfText(300).optional() },
}

/** A label that was taken away leaves no text. */
const editedTexts = ({ fields, label_removed: removed }: OpenValues): readonly string[] =>
  textsIn(fields).filter((name) => name !== 'label' || removed !== true)

/** The rules of the entries of a case. */
export const caseRules: Readonly<Record<CaseEntryType | SyncEntryType | GrantEntryType, EntryRule>> = {
  // An imported case can come without a description.
  'case.opened': {
    ...written,
    origins: ['person', 'policy', 'import', 'sample'],
    withheld: {
      title: caseTitle,
      description: z.union([caseDescription, z.literal('')]),
      owner_name: givenText,
      customer_ids: ids,
      account_ids: ids,
      import_file: givenText,
    },
  },
  'case.edited': {
    ...written,
    withheld: { title: caseTitle.optional(), description: caseDescription.optional() },
    needs: ({ fields }) => textsIn(fields),
  },
  'case.renumbered': { ...plain, origins: ['sync'] },
  'priority.changed': withRationale,
  'status.changed': { ...withRationale, origins: playedByHand },
  'note.added': { ...written, origins: ['person', 'import', 'sample'], withheld: { text: rationale } },
  'owner.assigned': {
    ...written,
    origins: playedByHand,
    withheld: { from_owner: givenText, to_owner: givenText, notes: rationale.optional() },
  },
  'links.added': linked,
  'links.removed': linked,
  'case.related': withRationale,
  'case.unrelated': withRationale,
  'hold.placed': withReason,
  'hold.released': withReason,
  'access.set': withRationale,
  // No role passes a rule by itself: these may, for a reason that stays.
  'glass.broken': {
    chain: 'case',
    by: ['supervisor', 'auditor', 'admin'],
    origins: byHand,
    withheld: { reason: rationale },
  },
  'redaction.applied': { chain: 'case', by: supervisingRoles, origins: byHand, withheld: {} },
  'transition.superseded': ofHub,
  'assignment.superseded': ofHub,
  'conflict.settled': { ...written, withheld: { notes: rationale.optional() } },
  'evidence.received': ofHub,
  'act.voided': { ...ofHub, chain: 'either' },
  'entries.returned': { ...ofHub, chain: 'either' },
  'grant.given': granted,
  'grant.ended': granted,
}

/** The rules of the entries about evidence, and about copies that leave. */
export const evidenceRules: Readonly<Record<EvidenceEntryType, EntryRule>> = {
  // A piece that is taken in again comes without what was erased meanwhile.
  'evidence.acquired': {
    ...written,
    origins: byHandOrProgram,
    withheld: {
      name: evidenceName.optional(),
      path: evidencePath.optional(),
      path_bytes: evidencePathBytes.optional(),
      acquired_by: givenText,
      source: lineOfText(300).optional(),
      serial: lineOfText(120).optional(),
      description: textBlock(10_000).optional(),
    },
  },
  'evidence.viewed': looked,
  'evidence.downloaded': looked,
  'evidence.edited': {
    ...written,
    withheld: { label: evidenceLabel.optional(), tags: z.array(evidenceTag).max(evidenceTagsMax).optional() },
    needs: editedTexts,
  },
  'evidence.noted': { ...written, withheld: { text: textBlock(noteMax) } },
  // People put names of persons and accounts into names of sheets and of files.
  'evidence.statement_read': {
    ...written,
    withheld: { account: givenText, sheet: givenText, member: givenText },
  },
  'evidence.related': plain,
  'evidence.unrelated': plain,
  'evidence.erasure_requested': { ...written, withheld: { reason: rationale } },
  'evidence.erasure_declined': withReason,
  'evidence.erased': { ...withReason, origins: byHand, withheld: { reason: rationale.optional() } },
  // A bundle that is handed on (`taken`) goes for the reason for which it was made.
  'case.exported': {
    chain: 'case',
    by: 'readers',
    origins: byHandOrProgram,
    withheld: { reason: textBlock(2_000).optional(), recipient: givenText },
    needs: ({ taken }) => (taken === undefined ? ['reason'] : []),
  },
}
