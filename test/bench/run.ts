import { benchAlerts } from './alerts.ts'
import { benchAssess } from './assess.ts'
import { benchClosing } from './closing.ts'
import { benchEvidenceText } from './evidence-text.ts'
import { benchEvents } from './events.ts'
import { benchDistantEvidence } from './evidence-distant.ts'
import { benchEvidence } from './evidence.ts'
import { benchEvidenceSync } from './evidence-sync.ts'
import { benchFeatures } from './features.ts'
import { benchHubSize } from './hub-size.ts'
import { benchIntake } from './intake.ts'
import { benchList } from './list.ts'
import { benchLists } from './lists.ts'
import { benchModels } from './models.ts'
import { benchNetwork } from './network.ts'
import { printLine } from './report.ts'
import { benchOneNote } from './one-note.ts'
import { benchRelations } from './relations.ts'
import { benchRules } from './rules.ts'
import { benchScreening } from './screening.ts'
import { benchSync } from './sync.ts'
import { benchVerification } from './verification.ts'
import { benchWrites } from './writes.ts'

const suites = {
  rules: benchRules,
  writes: benchWrites,
  verification: benchVerification,
  list: benchList,
  relations: benchRelations,
  evidence: benchEvidence,
  sync: benchSync,
  'one-note': benchOneNote,
  'hub-size': benchHubSize,
  'evidence-sync': benchEvidenceSync,
  'evidence-distant': benchDistantEvidence,
  'evidence-text': benchEvidenceText,
  features: benchFeatures,
  models: benchModels,
  alerts: benchAlerts,
  assess: benchAssess,
  events: benchEvents,
  intake: benchIntake,
  network: benchNetwork,
  screening: benchScreening,
  lists: benchLists,
  closing: benchClosing,
}

const chosen = process.argv.slice(2)
for (const [name, suite] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  for (const line of await suite()) printLine(line)
}
