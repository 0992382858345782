import type { ListFormat } from '../../../shared/schema/lists.ts'
import { delimiterOf } from '../imports/layout.ts'
import { euCsv } from './formats/eu-csv.ts'
import { euXml } from './formats/eu-xml.ts'
import { ftmJson } from './formats/ftm-json.ts'
import { ofacAdvancedXml } from './formats/ofac-advanced-xml.ts'
import { ofacCsv, type OfacFile } from './formats/ofac-csv.ts'
import { ofacEnhancedXml } from './formats/ofac-enhanced-xml.ts'
import { ofsiXml } from './formats/ofsi-xml.ts'
import { secoXml } from './formats/seco-xml.ts'
import { tableCsv } from './formats/table-csv.ts'
import { ofsiCsv, ukCsv } from './formats/uk-csv.ts'
import { ukXml } from './formats/uk-xml.ts'
import { unXml } from './formats/un-xml.ts'
import type { ReadingNotes } from './notes.ts'
import type { ListReading } from './reading.ts'

/** What a reading needs besides the file itself. */
export interface ReadingContext {
  /** The first characters of the text. */
  readonly head: string
  /** OFAC's files beside sdn.csv, where they are there. */
  readonly alt?: OfacFile | undefined
  readonly add?: OfacFile | undefined
}

/** Begins the reading of a file of a format. */
export const openReading = (
  format: ListFormat,
  { head, alt, add }: ReadingContext,
  notes: ReadingNotes,
): ListReading => {
  switch (format) {
    case 'un_xml':
      return unXml(notes)
    case 'ofac_csv':
    case 'ofac_cons_csv':
      return ofacCsv({ alt, add })(notes)
    case 'ofac_advanced_xml':
      return ofacAdvancedXml(notes)
    case 'ofac_enhanced_xml':
      return ofacEnhancedXml(notes)
    case 'seco_xml':
      return secoXml(notes)
    case 'eu_csv':
      return euCsv(notes)
    case 'eu_xml':
      return euXml(notes)
    case 'uk_csv':
      return ukCsv(notes)
    case 'uk_xml':
      return ukXml(notes)
    case 'ofsi_csv':
      return ofsiCsv(notes)
    case 'ofsi_xml':
      return ofsiXml(notes)
    case 'ftm_json':
      return ftmJson(notes)
    case 'targets_csv':
      return tableCsv(',')(notes)
    case 'plain_csv':
      return tableCsv(delimiterOf(head))(notes)
  }
}
