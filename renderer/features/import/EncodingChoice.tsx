import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { encodingNames } from '../../../shared/text/encoding-names.ts'
import classes from './import.module.css'
import type { FileAsked } from './useImport.ts'

type Props = {
  readonly job: { readonly encoding: string; readonly encoding_sure: boolean; readonly encoding_line: string | null }
  /** Reads the file in another encoding; undefined where the window no longer has it. */
  readonly onAsk: ((asked: FileAsked) => void) | undefined
  readonly pending: boolean
}

/**
 * In which encoding a file is read that does not prove its own, with a line of it, and the way to name another. Until
 * it is certain, nothing of the file is taken.
 */
export const EncodingChoice = ({ job, onAsk, pending }: Props) => {
  const { t } = useTranslation()
  if (job.encoding_sure && job.encoding_line === null) return null
  return (
    <section className={classes.settings} data-testid="encoding">
      <p role={job.encoding_sure ? undefined : 'alert'} className={job.encoding_sure ? undefined : classes.problem}>
        {t(job.encoding_sure ? 'import.encoding.read' : 'import.encoding.unsure', { encoding: job.encoding })}{' '}
        <bdi dir="auto">{job.encoding_line}</bdi>
      </p>
      <Select
        label={t('import.encoding.label')}
        description={onAsk === undefined ? t('import.encoding.again') : t('import.encoding.hint')}
        data={encodingNames.map((value) => ({ value, label: value.toUpperCase() }))}
        value={job.encoding_sure ? job.encoding : null}
        placeholder={t('import.encoding.choose')}
        onChange={(value) => {
          const named = encodingNames.find((one) => one === value)
          if (named !== undefined) onAsk?.({ encoding: named })
        }}
        disabled={onAsk === undefined || pending}
        searchable
        allowDeselect={false}
      />
    </section>
  )
}
