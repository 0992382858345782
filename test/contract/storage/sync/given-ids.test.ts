import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { caseFilters } from '../../../../shared/api/cases.ts'
import { eventCatalogue } from '../../../../shared/schema/events.ts'
import { integerId } from '../../../../shared/schema/text.ts'
import { appliers } from '../../../../main/storage/areas.ts'
import { projections } from '../../../../main/storage/projections.ts'
import { givenIdColumns, givenIdMembers } from '../../../../main/storage/sync/given-ids.ts'
import { createReplica } from '../../../../main/storage/verification/replica.ts'
import type { Replica } from '../../../../main/storage/verification/replica.ts'

/** Columns that are named like ids, or tell of ids, and hold none that the folder gave out: with the reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'the institution gave it': [
    'activities.transaction_id',
    'activities.customer_id',
    'activities.account_id',
    'activities.counterparty_id',
    'activities.device_id',
    'activities.terminal_id',
    'alert_transactions.transaction_id',
    'alert_transactions.counterparty_id',
    'alert_transactions.terminal_id',
    'alerts.entity_id',
    'entity_cases.entity_id',
    'feature_entities.id',
    'network_nodes.id',
    'network_proposals.a_id',
    'network_proposals.b_id',
    'screening_subjects.id',
    'screened_entries.entry_id',
    'screening_hits.entry_id',
    'watchlist_members.entry_id',
  ],
  'a uid, a random name, or the hash of an entry': [
    'acquisition_files.acquisition_id',
    'acquisitions.id',
    'activities.import_id',
    'assessments.id',
    'device_heads.device_id',
    'entries.id',
    'exports.entry_id',
    'exports.id',
    'kept_evidence.entry_id',
    'key_uses.key_id',
    'models.id',
    'partial_blobs.acquisition_id',
    'partial_blobs.id',
    'set_aside.id',
    'webhook_deliveries.message_id',
    'webhook_deliveries.webhook_id',
    'webhook_secrets.id',
    'webhook_secrets.webhook_id',
    'webhooks.id',
    'evidence_fetches.partial_id',
    'device.device_id',
    'former_orders.ids',
    'hub_time.boot_id',
  ],
  'the only row of its table': [
    'access_log_course.id',
    'backup_mark.id',
    'contact_times.id',
    'copies_due.id',
    'device.id',
    'event_stream.id',
    'feature_state.id',
    'hub.id',
    'hub_time.id',
    'network_state.id',
    'sync_settings.id',
  ],
  'counted here, and told to nobody as an id of the workspace': [
    'event_log.id',
    'webhook_deliveries.event_id',
    'webhook_deliveries.id',
    'webhook_attempts.delivery_id',
    'ownership_datasets.id',
    'watchlist_versions.id',
    'watchlist_members.version_id',
    'known_lists.id',
    'known_marks.list_id',
  ],
  'empty while a folder has no hub': ['evidence_fetches.case_id', 'kept_evidence.case_id', 'pending.chain'],
  'wrapped anew, since the key is bound to it': ['case_keys.case_id'],
  'follows from sealed rows by triggers, which are projected anew': ['alerts.case_id'],
}

let replica: Replica
beforeAll(() => {
  replica = createReplica(appliers)
})
afterAll(() => replica.close())

const isNamedLikeAnId = (name: string): boolean => /(^|_)(ids?|chain)$/u.test(name)

/** Whether the schema is of ids of numbers: one, several, or none. */
const isOfIds = (schema: z.ZodType): boolean =>
  schema === integerId ||
  (schema instanceof z.ZodNullable && schema.unwrap() === integerId) ||
  (schema instanceof z.ZodArray && schema.element === integerId)

const membersOf = (table: string, column: string): string[] =>
  givenIdMembers.filter((place) => place[0] === table && place[1] === column).map(([, , member]) => member)

describe('Y-14: ids that a folder gave out while it worked alone', () => {
  test('are in every column that is named like an id, unless it says why not', () => {
    const made = new Set(projections.map(({ table }) => table))
    const columns = replica.sql
      .all<{ table: string; name: string }>(
        "select t.name as 'table', c.name from pragma_table_list t join pragma_table_info(t.name) c where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'",
      )
      .filter(({ table, name }) => !made.has(table) && isNamedLikeAnId(name))
      .map(({ table, name }) => `${table}.${name}`)
    expect([...givenIdColumns.map((place) => place.join('.')), ...Object.values(exceptions).flat()].sort()).toEqual(
      columns.sort(),
    )
  })

  test('are in the members of an event that its catalogue calls ids of numbers', () => {
    const named = Object.values(eventCatalogue).flatMap(({ data }) =>
      Object.entries<z.ZodType>(data.shape)
        .filter(([, schema]) => isOfIds(schema))
        .map(([name]) => name),
    )
    expect(membersOf('event_log', 'data').sort()).toEqual([...new Set(named)].sort())
  })

  test('are in the filters that a view keeps, of people and alerts', () => {
    const ofInstitution = ['customer_id', 'account_id']
    expect(membersOf('saved_views', 'query').sort()).toEqual(
      Object.keys(caseFilters.shape)
        .filter((name) => isNamedLikeAnId(name) && !ofInstitution.includes(name))
        .sort(),
    )
  })
})
