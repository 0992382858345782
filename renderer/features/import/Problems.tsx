import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './import.module.css'
import { problemGroups, type Problem, type ProblemGroup } from './problem-groups.ts'

type Props = {
  readonly job: { readonly file_name: string; readonly rejected: number; readonly problems: readonly Problem[] }
  /** Where the rejected rows are downloaded. */
  readonly rejects: string
}

/** Lines of a group that are told one by one: the side file has all. */
const linesShown = 5

const Group = ({ group: { column, reason, problems } }: { readonly group: ProblemGroup }) => {
  const { t, i18n } = useTranslation()
  const rest = problems.length - linesShown
  return (
    <tr>
      <td dir="auto">{column ?? ''}</td>
      <td>{reason}</td>
      <td>{problems.length.toLocaleString(i18n.language)}</td>
      <td>
        <ul className={classes.problemLines}>
          {problems.slice(0, linesShown).map(({ line, value }, place) => (
            <li key={place}>
              <span className="fs-muted">{t('import.problems.at', { number: line })}</span>{' '}
              {value === null ? null : <bdi className={classes.problemValue}>{value}</bdi>}
            </li>
          ))}
          {rest > 0 ? <li className="fs-muted">{t('import.problems.more', { count: rest })}</li> : null}
        </ul>
      </td>
    </tr>
  )
}

/** The rows that were not taken: what is wrong, in how many, and what stood there. */
export const Problems = ({ job, rejects }: Props) => {
  const { t } = useTranslation()
  if (job.problems.length === 0) return null
  return (
    <section>
      <div className={classes.sectionHead}>
        <h2>{t('import.problems.title')}</h2>
        {job.rejected > job.problems.length ? (
          <p>{t('import.problems.first', { shown: job.problems.length, total: job.rejected })}</p>
        ) : null}
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
              {(['column', 'reason', 'rows', 'line'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`import.problems.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {problemGroups(job.problems).map((group) => (
              <Group key={JSON.stringify([group.column, group.reason])} group={group} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
