import { defaultDeadlineDays, filer, reportSettings } from '../../../shared/schema/reports.ts'
import type { ReportSettings } from '../../../shared/schema/reports.ts'
import { openDisclosures } from '../ledger/open-entry.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { ReportSettingsTable } from './tables.ts'

const noFiler = (): ReportSettings['filer'] => filer.parse({})

/**
 * The settings of reports in force; the default ones while none were sealed. An institution that was erased is empty.
 */
export const readReportSettings = (sql: SyncStatements, vault: Vault): ReportSettings => {
  const row = sql.get<ReportSettingsTable>('select * from report_settings where id = 1')
  if (row === undefined) return { deadline_days: defaultDeadlineDays, four_eyes: false, filer: noFiler() }
  const withheld = filer.safeParse(openDisclosures(sql, vault, row.n)['filer']?.value)
  return reportSettings.parse({
    deadline_days: JSON.parse(row.deadline_days) as unknown,
    four_eyes: row.four_eyes === 1,
    filer: withheld.success ? withheld.data : noFiler(),
  })
}
