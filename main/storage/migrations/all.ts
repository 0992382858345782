import type { Migration } from 'kysely/migration'
import { ledger } from './0001_ledger.ts'
import { access } from './0002_access.ts'
import { evidence } from './0003_evidence.ts'
import { sync } from './0004_sync.ts'
import { evidenceSearch } from './0005_evidence_search.ts'
import { teams } from './0006_teams.ts'
import { logProofs } from './0007_log_proofs.ts'
import { evidenceTransfers } from './0008_evidence_transfers.ts'
import { features } from './0009_features.ts'
import { transactions } from './0010_transactions.ts'
import { rules } from './0011_rules.ts'
import { models } from './0012_models.ts'
import { events } from './0013_events.ts'
import { alerts } from './0014_alerts.ts'
import { lists } from './0015_lists.ts'
import { screening } from './0016_screening.ts'
import { kyb } from './0017_kyb.ts'
import { network } from './0018_network.ts'
import { reports } from './0019_reports.ts'
import { labels } from './0020_labels.ts'
import { policyChanges } from './0021_policy_changes.ts'
import { namedActivities } from './0022_named_activities.ts'
import { modelFiles } from './0023_model_files.ts'
import { entityCases } from './0024_entity_cases.ts'
import { lateLabels } from './0025_late_labels.ts'
import { standingMatches } from './0027_standing_matches.ts'

/** Every migration, in order. Each runs once, forward only; one that has shipped is never edited. */
export const migrations: readonly { readonly name: string; readonly migration: Migration }[] = [
  { name: '0001_ledger', migration: ledger },
  { name: '0002_access', migration: access },
  { name: '0003_evidence', migration: evidence },
  { name: '0004_sync', migration: sync },
  { name: '0005_evidence_search', migration: evidenceSearch },
  { name: '0006_teams', migration: teams },
  { name: '0007_log_proofs', migration: logProofs },
  { name: '0008_evidence_transfers', migration: evidenceTransfers },
  { name: '0009_features', migration: features },
  { name: '0010_transactions', migration: transactions },
  { name: '0011_rules', migration: rules },
  { name: '0012_models', migration: models },
  { name: '0013_events', migration: events },
  { name: '0014_alerts', migration: alerts },
  { name: '0015_lists', migration: lists },
  { name: '0016_screening', migration: screening },
  { name: '0017_kyb', migration: kyb },
  { name: '0018_network', migration: network },
  { name: '0019_reports', migration: reports },
  { name: '0020_labels', migration: labels },
  { name: '0021_policy_changes', migration: policyChanges },
  { name: '0022_named_activities', migration: namedActivities },
  { name: '0023_model_files', migration: modelFiles },
  { name: '0024_entity_cases', migration: entityCases },
  { name: '0025_late_labels', migration: lateLabels },
  { name: '0027_standing_matches', migration: standingMatches },
]
