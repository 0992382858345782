import { useTranslation } from 'react-i18next'
import type { TransactionDetail } from '../../../../shared/api/transactions.ts'
import { hrefOf } from '../../../state/route.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { activityClasses } from '../classes.ts'

/** Where a transaction stands in what was imported, with a way to the piece of evidence. */
export const SourceFact = ({ source }: Pick<TransactionDetail, 'source'>) => {
  const { t } = useTranslation()
  if (source === null) return null
  const { line, evidence } = source
  return (
    <>
      <dt>{t('transactions.field.source')}</dt>
      <dd>
        {evidence === null ? (
          t('transactions.sourceFile', { line })
        ) : (
          <>
            {t('transactions.sourceLine', { line })}{' '}
            <a
              className={activityClasses.link}
              href={hrefOf({ name: 'evidence', id: evidence.case_id, piece: evidence.evidence_id, query: {} })}
            >
              <FileName name={evidence.name} />
            </a>
          </>
        )}
      </dd>
    </>
  )
}
