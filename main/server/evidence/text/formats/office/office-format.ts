import type { ByteSource } from '../../byte-source.ts'
import type { TextPart } from '../../part.ts'
import { openArchive } from '../../zip.ts'

/** Documents of offices that lie in ZIP archives, and whatever else does. */
export type ZippedFormat = 'docx' | 'pptx' | 'xlsx' | 'xlsb' | 'odf' | 'ods' | 'zip'

const byMember: readonly (readonly [RegExp, ZippedFormat])[] = [
  [/^word\/document\d*\.xml$/u, 'docx'],
  [/^ppt\/presentation\.xml$/u, 'pptx'],
  [/^xl\/workbook\d*\.xml$/u, 'xlsx'],
  [/^xl\/workbook\.bin$/u, 'xlsb'],
]

const typeMax = 200

/** What a ZIP archive is, by its members and by the type that it states of itself; `zip` also where it is damaged. */
export const zippedFormat = async (source: ByteSource, counted: TextPart['counted']): Promise<ZippedFormat> => {
  const archive = await openArchive(source, counted).catch(() => null)
  if (archive === null) return 'zip'
  try {
    const { members } = archive
    const office = byMember.find(([pattern]) => members.some(({ name }) => pattern.test(name)))
    if (office !== undefined) return office[1]
    if (!members.some(({ name }) => name === 'content.xml')) return 'zip'
    const stated = await members.find(({ name }) => name === 'mimetype')?.open()
    const type =
      stated === undefined ? '' : Buffer.from(await stated.read(0, Math.min(stated.size, typeMax))).toString()
    if (!type.startsWith('application/vnd.oasis.opendocument.')) return 'zip'
    return type.includes('spreadsheet') ? 'ods' : 'odf'
  } catch {
    return 'zip'
  } finally {
    archive.close()
  }
}
