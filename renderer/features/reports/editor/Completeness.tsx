import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportCheck, ReportFinding } from '../../../../shared/schema/reports.ts'
import classes from '../reports.module.css'

type Props = {
  readonly check: ReportCheck
  readonly isSar: boolean
  /** The form has changed since it was checked. */ readonly isBusy: boolean
  readonly readOnly: boolean
  readonly onGo: (finding: Pick<ReportFinding, 'section' | 'path'>) => void
}

/** What the report answers and what it lacks; each leads to its field. */
export const Completeness = memo(({ check, isSar, isBusy, readOnly, onGo }: Props) => {
  const { t } = useTranslation()
  const others = check.findings.filter(({ code }) => !code.startsWith('question_'))
  const blocking = others.filter(({ blocks }) => blocks.includes('submit'))
  const total = check.findings.filter(({ blocks }) => blocks.includes('submit')).length
  const answers = total - blocking.length
  const formats = others.filter(({ blocks }) => !blocks.includes('submit'))
  const list = (findings: readonly ReportFinding[]) => (
    <ul className={classes.findings}>
      {findings.map((finding, index) => (
        <li key={`${finding.path}${finding.code}${index}`}>
          <button type="button" onClick={() => onGo(finding)} dir="auto">
            {finding.message}
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <section className={classes.completeness} aria-label={t('reports.completeness')} aria-busy={isBusy}>
      <h2>{t('reports.completeness')}</h2>
      {answers > 0 && !readOnly ? (
        <p className="fs-muted">{t('reports.lackingOf', { total, fields: blocking.length, answers })}</p>
      ) : null}
      {check.questions.length === 0 ? null : (
        <ul className={classes.answers}>
          {check.questions.map(({ question, answered, missing }) => (
            <li key={question} data-answered={answered || undefined}>
              <button
                type="button"
                onClick={() =>
                  onGo(
                    check.findings.find(({ code }) => code === `question_${question}`) ?? {
                      section: 'narrative',
                      path: 'narrative',
                    },
                  )
                }
              >
                {answered ? <IconCheck size={14} aria-hidden /> : <IconCircleDashed size={14} aria-hidden />}
                <strong>{t(`reports.question.${question}`)}</strong>
                <span className="fs-visually-hidden">{t(answered ? 'reports.answered' : 'reports.unanswered')}</span>
              </button>
              {missing.map((text) => (
                <p key={text} dir="auto">
                  {text}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
      {check.ready.submit && !readOnly ? <p className="fs-muted">{t('reports.nothingMissing')}</p> : null}
      {blocking.length === 0 ? null : (
        <>
          <h3>{t('reports.missing', { count: blocking.length })}</h3>
          {list(blocking)}
        </>
      )}
      {isSar && formats.length > 0 ? (
        <details>
          <summary>{t('reports.otherFormats', { count: formats.length })}</summary>
          {list(formats)}
        </details>
      ) : null}
    </section>
  )
})
