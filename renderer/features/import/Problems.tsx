import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './import.module.css'

type Props = {
  readonly job: { readonly file_name: string; readonly rejected: number; readonly problems: readonly { readonly line: number; readonly column: string | null; readonly reason: string }[] }
  /** Where the rejected rows are downloaded. */
  readonly rejects: string
}

/** The rows that were not taken, with line and reason. */
export const Problems = ({ job, rejects }: Props) => {
  const { t } = useTranslation()
  if (job.problems.length === 0) return null
  return (
    <section>
      <div className={classes.sectionHead}>
        <h2>{t('import.problems.title')}</h2>
        {job.rejected > job.problems.length ? <p>{t('import.problems.first', { shown: job.problems.length, total: job.rejected })}</p> : null}
        {job.rejected === 0 ? null : (
          <Button
            component="a"
            href={rejects}
            download={`rejected-${job.file_name}`}
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            {t('import.problems.download')}
          </Button>
        )}
      </div>
      <div className={classes.problems} tabIndex={0} role="region" aria-label={t('import.problems.title')}>
        <table className={classes.problemTable}>
          <thead>
            <tr>
              <th scope="col">{t('import.problems.line')}</th>
              <th scope="col">{t('import.problems.column')}</th>
              <th scope="col">{t('import.problems.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {job.problems.map((problem, index) => (
              <tr key={index}>
                <td>{problem.line}</td>
                <td dir="auto">{problem.column ?? ''}</td>
                <td dir="auto">{problem.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
