import { useTranslation } from 'react-i18next'
import type { ReportDocumentSection, ReportForm } from '../../../../shared/schema/reports.ts'
import { useReportPreview } from '../../../data/queries/reports.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import classes from '../reports.module.css'

const Section = ({ section, number }: { readonly section: ReportDocumentSection; readonly number: number }) => (
  <section>
    <h3 dir="auto">
      <span>{number}</span> {section.title}
    </h3>
    {section.note === null ? null : <p className={classes.paperNote}>{section.note}</p>}
    {section.facts.length === 0 ? null : (
      <dl>
        {section.facts.map(({ label, value }, index) => (
          <div key={index}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    )}
    {section.paragraphs.length === 0 ? null : (
      <ol>
        {section.paragraphs.map(({ text, under }, index) => (
          <li key={index}>
            <p dir="auto">{text}</p>
            {under === null || under === '' ? null : <small dir="auto">{under}</small>}
          </li>
        ))}
      </ol>
    )}
    {section.table === null ? null : (
      <table>
        <thead>
          <tr>
            {section.table.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {section.table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, place) => (
                <td key={place} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)

/** What the PDF says, as its sections stand in it. */
export const ReportPreview = ({
  id,
  form,
  onClose,
}: {
  readonly id: string
  readonly form: ReportForm
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const { data, error } = useReportPreview(id, form)
  return (
    <Dialog onClose={onClose} title={t('reports.preview')} size={860}>
      {error !== null ? <ErrorState error={error} compact /> : null}
      {data === undefined ? (
        error === null ? (
          <LoadingRows rows={12} height={22} />
        ) : null
      ) : (
        <article className={classes.paper} tabIndex={0} aria-label={t('reports.preview')}>
          <p className={classes.paperKind}>{data.kind}</p>
          <h2 dir="auto">{data.title}</h2>
          <p className={classes.paperNote} dir="auto">
            {data.under}
          </p>
          {data.sections.map((section, index) => (
            <Section key={index} section={section} number={index + 1} />
          ))}
        </article>
      )}
    </Dialog>
  )
}
