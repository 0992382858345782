import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../state/route.ts'
import { Bytes } from '../../ui/Bytes.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import classes from './import.module.css'

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const
const isNamed = (delimiter: string): delimiter is keyof typeof delimiterNames => delimiter in delimiterNames

/** What is known of a staged file, whatever it holds. `delimiter` is null where its rows are no columns of text. */
export type StagedFile = {
  readonly file_name: string
  readonly bytes: number
  readonly rows: number
  readonly encoding: string
  readonly delimiter: string | null
  /** Of imports that take more than CSV. */
  readonly format?: string
  readonly sha256: string
  /** The piece of evidence that the file is. */
  readonly evidence?: { readonly case_id: number; readonly evidence_id: number } | null
}

/** Which file this is, and how it was read. */
export const FileFacts = ({ job, onAnother }: { readonly job: StagedFile; readonly onAnother?: () => void }) => {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const delimiter =
    job.delimiter === null
      ? null
      : isNamed(job.delimiter)
        ? t(`import.file.delimiters.${delimiterNames[job.delimiter]}`)
        : job.delimiter
  return (
    <div className={classes.file}>
      <IconFileSpreadsheet size={20} stroke={1.6} aria-hidden />
      <div className={classes.fileName}>
        <b dir="auto">{job.file_name}</b>
        <span className={classes.fileFacts}>
          <Bytes value={job.bytes} /> · {t('import.file.rows')} {number.format(job.rows)} · {job.encoding} ·{' '}
          {delimiter === null
            ? job.format === undefined || job.format === 'json_lines'
              ? t('import.file.jsonLines')
              : job.format.toUpperCase()
            : `${t('import.file.delimiter')}: ${delimiter}`}{' '}
          · {t('import.file.sha256')} <code title={job.sha256}>{job.sha256.slice(0, 12)}…</code>{' '}
          <CopyButton value={job.sha256} label={`${t('common.copy')}: ${t('import.file.sha256')}`} size={18} />
        </span>
        {job.evidence === undefined || job.evidence === null ? null : (
          <a href={hrefOf({ name: 'evidence', id: job.evidence.case_id, piece: job.evidence.evidence_id, query: {} })}>
            {t('import.file.evidence', { piece: job.evidence.evidence_id })}
          </a>
        )}
      </div>
      {onAnother === undefined ? null : (
        <Button variant="default" size="compact-sm" onClick={onAnother}>
          {t('import.file.another')}
        </Button>
      )}
    </div>
  )
}
