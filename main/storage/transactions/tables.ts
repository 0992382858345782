/** One activity. */
export interface ActivityRow {
  /** Grows in the order of arrival. */
  readonly n: number
  /** Orders by time; see `moments.ts`. */
  readonly moment: number
  readonly transaction_id: string
  readonly event_type: string
  readonly at_ms: number
  /** In ten-thousandths of the currency. */
  readonly amount: number | null
  readonly currency: string | null
  readonly customer_id: string | null
  readonly account_id: string | null
  readonly counterparty_id: string | null
  readonly device_id: string | null
  readonly ip: string | null
  readonly terminal_id: string | null
  readonly channel: string | null
  readonly country: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  /** JSON text. */
  readonly metadata: string | null
  readonly is_fraud: 0 | 1 | null
  /** From when on features know of the label. */
  readonly known_at_ms: number | null
  /** The uid of the person whose finding stands; null where the label came with the activity. */
  readonly labelled_by: string | null
  /** The label that came with the activity, whatever a person found since. */
  readonly came_fraud: 0 | 1 | null
  readonly came_known_ms: number | null
  readonly score: number
  /** Place in `riskLevels`. */
  readonly risk: number
  /** Place in `recommendedActions`. */
  readonly action: number
  /** JSON text, only where the risk is not low. */
  readonly assessment: string | null
  readonly import_id: string | null
  /** The line of that import’s file in which it begins. */
  readonly source_line: number | null
  readonly received_ms: number
  /** 1: it was taken without windows, because it lay too far behind what was counted before it (F-4). */
  readonly late: 1 | null
}

/** A row with the label that a file brought after it; null: none did. */
export interface KnownRow extends ActivityRow {
  readonly late_fraud: 0 | 1 | null
}

/** What was said of an activity after it came, by a person or a file, where it says something else than was known. */
export interface ActivityLabelRow {
  readonly n: number
  readonly activity: number
  /** What stands since; null: nothing does. */
  readonly is_fraud: 0 | 1 | null
  readonly known_at_ms: number | null
  /** What stood before. */
  readonly was_fraud: 0 | 1 | null
  readonly was_known_ms: number | null
  /** 1: a finding was taken back, and what was known before it stands again. */
  readonly is_back: 0 | 1
  /** 1: a file brought it, and nothing had come with the activity. */
  readonly is_late: 0 | 1
  /** Row of the last activity that was there. */
  readonly after_row: number
}

/** What one alert's disposition, or a person of the activity itself, says of an activity now. */
export interface ActivityFindingRow {
  readonly activity: number
  /** '': a person said it of the activity itself. */
  readonly alert_uid: string
  readonly is_fraud: 0 | 1
  readonly at: number
  /** Uid of the person. */
  readonly by: string
}

export interface TransactionTables {
  activity_findings: ActivityFindingRow
  activities: ActivityRow
  activity_labels: ActivityLabelRow
}
