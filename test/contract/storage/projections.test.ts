import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appliers } from '../../../main/storage/areas.ts'
import { projections } from '../../../main/storage/projections.ts'
import { createReplica } from '../../../main/storage/verification/replica.ts'
import type { Replica } from '../../../main/storage/verification/replica.ts'

/** L-23: tables that no entry makes, each with what stands for its rows. */
const exceptions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['entries', 'disclosures'].map((table) => [table, 'what is sealed: the seal itself is checked']),
  ),
  ...Object.fromEntries(['chains', 'checkpoints'].map((table) => [table, 'checked against the entries'])),
  device: 'how far this device has counted: checked against the entries',
  number_slots: 'how far numbers are used, which outlives a case that was given back: checked over all cases (L-81)',
  used_ids: 'ids of cases that were given back stay used',
  ...Object.fromEntries(
    [
      'hub',
      'sync_settings',
      'standings',
      'device_heads',
      'receipts',
      'hub_checkpoints',
      'pending',
      'set_aside',
      'sync_alarms',
      'hub_time',
      'contact_times',
      'number_ranges',
      'log_heads',
      'log_proofs',
      'former_orders',
      'trusted_witnesses',
      'kept_evidence',
      'evidence_fetches',
    ].map((table) => [table, 'what this device keeps for its hub; what of it is signed is checked (L-83, L-85)']),
  ),
  ...Object.fromEntries(
    ['passwords', 'sessions', 'second_factors', 'recovery_codes', 'key_uses', 'saved_views', 'idempotency'].map(
      (table) => [table, 'how people and programs come in and look at things: nothing that was sealed'],
    ),
  ),
  ...Object.fromEntries(
    ['evidence_text_files', 'evidence_texts'].map((table) => [
      table,
      'how far this device has read the bytes of evidence, which are checked themselves (E-40)',
    ]),
  ),
  ...Object.fromEntries(
    ['known_lists', 'known_marks', 'piece_hashes'].map((table) => [
      table,
      'lists of known files of this device, and what it has compared with them (E-50)',
    ]),
  ),
  ...Object.fromEntries(
    ['access_log', 'access_log_terms', 'access_log_course'].map((table) => [
      table,
      'who read what at this service: checked by its own chain (L-98)',
    ]),
  ),
  drafts: 'what users type before it is sealed (L-57)',
  copies_due: 'that copies of the workspace in the folder are still to be destroyed (L-56)',
  backup_mark: 'says of a backup that it is one, until it is opened (L-90)',
  unsettled_blobs: 'stored files that may have no key: local to this device (E-36)',
  ...Object.fromEntries(
    ['case_keys', 'blob_keys'].map((table) => [table, 'keys: what they open is held against the sealed hash']),
  ),
  ...Object.fromEntries(
    ['acquisitions', 'acquisition_files', 'partial_blobs', 'exports'].map((table) => [
      table,
      'work under way and bundles that were made; what came of it is sealed',
    ]),
  ),
  ...Object.fromEntries(
    [
      'activities',
      'activity_labels',
      'activity_findings',
      'activity_terms',
      'activity_vocabulary',
      'alert_words',
      'assessments',
      'alert_transactions',
      'entity_cases',
    ].map((table) => [table, 'the register of activities, and what was made of it, before a person acts']),
  ),
  alerts: 'fed by activities; the columns that follow from sealed steps are checked (L-84)',
  screening_hits: 'fed by screenings; the columns that follow from sealed dispositions are checked (L-84)',
  ...Object.fromEntries(
    ['screening_subjects', 'screenings', 'screened_lists', 'screened_entries', 'screening_runs', 'screening_told'].map(
      (table) => [table, 'the register of subjects and what screenings found, before a person acts'],
    ),
  ),
  ...Object.fromEntries(
    ['watchlists', 'watchlist_versions', 'watchlist_contents', 'watchlist_members'].map((table) => [
      table,
      'what files of lists held; which file is in force is sealed with its hash',
    ]),
  ),
  models: 'files; which of them is in force is sealed with its hash',
  ...Object.fromEntries(
    [
      'ownership_datasets',
      'ownership_parties',
      'listed_words',
      'subject_words',
      'ownership_names',
      'ownership_identifiers',
      'ownership_addresses',
      'ownership_relations',
      'ownership_interests',
      'business_checks',
      'business_check_keys',
    ].map((table) => [
      table,
      'what files of owners held and what checks found; what a person concluded is sealed with the hash of the check',
    ]),
  ),
  ...Object.fromEntries(
    [
      'network_state',
      'network_nodes',
      'network_links',
      'network_facts',
      'network_motifs',
      'network_motif_nodes',
      'network_payments',
      'network_proposals',
      'feature_state',
      'feature_entities',
      'feature_chunks',
    ].map((table) => [table, 'made of the activities, and made again where it is lost']),
  ),
  kpi_reports: 'figures as they were measured; their hash is sealed',
  ...Object.fromEntries(
    [
      'event_log',
      'event_stream',
      'former_streams',
      'event_counts',
      'webhooks',
      'webhook_secrets',
      'webhook_deliveries',
      'webhook_attempts',
    ].map((table) => [table, 'what is told to other programs']),
  ),
}

let replica: Replica
beforeAll(() => {
  replica = createReplica(appliers)
})
afterAll(() => replica.close())

const columnsOf = (table: string) =>
  replica.sql.all<{ name: string; pk: number }>('select name, pk from pragma_table_info(?)', table)

describe('L-23: a table of the schema', () => {
  test('is a projection, so that it is replayed and compared, or is named with the reason why not, and never both', () => {
    const tables = replica.sql
      .all<{ name: string }>(
        "select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite\\_%' escape '\\'",
      )
      .map(({ name }) => name)
    expect([...projections.map(({ table }) => table), ...Object.keys(exceptions)].sort()).toEqual(tables.sort())
  })

  test.each(projections)(
    '$table: its key tells its rows apart, and its arrival numbers are known',
    ({ table, owner, key, arrivals, orphans }) => {
      const columns = columnsOf(table)
      const names = columns.map(({ name }) => name)
      // The case is the same in all rows that are compared with one another.
      const primary = columns.filter(({ name, pk }) => pk > 0 && name !== 'case_id').map(({ name }) => name)
      if (table !== 'search' && table !== 'users') expect([...key].sort()).toEqual(primary.sort())
      expect(names.filter((name) => name === 'n' || name.endsWith('_n'))).toEqual(arrivals)
      if (owner === 'case' && names.includes('case_id'))
        expect(orphans.map(({ where }) => where)).toContain('case_id not in (select id from cases)')
    },
  )
})
