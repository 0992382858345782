/** The file that holds the text of the evidence of a case. */
export interface EvidenceTextFilesTable {
  case_id: number
  /** Its name in the folder of texts; null where no text of the case is kept. */
  file: string | null
  /** Its key, wrapped by the case's. */
  wrapped_key: Buffer | null
  /** Why nothing of the case is read by itself; null: it is. */
  dropped: 'person' | 'erasure' | null
}

/** How far bytes of a case are read. */
export interface EvidenceTextsTable {
  case_id: number
  sha256: string
  state: 'waiting' | 'reading' | 'read' | 'unreadable' | 'dropped'
  /** How often a reading was begun that did not come to its end. */
  attempts: number
  format: string | null
  passages: number
  /** JSON of the lacks, each with how many parts it concerns. */
  lacks: string
  read_at: number | null
}

/** Tables of this area. */
export interface EvidenceTextTables {
  evidence_text_files: EvidenceTextFilesTable
  evidence_texts: EvidenceTextsTable
}
