import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CaseOverview } from '../../../../shared/schema/case-overview.ts'
import { hrefOf } from '../../../state/route.ts'
import { Bytes } from '../../../ui/Bytes.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { KindIcon } from '../../../ui/KindIcon.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { Block } from './Block.tsx'
import classes from './overview.module.css'

type Evidence = CaseOverview['evidence']
type Props = { readonly caseId: number; readonly evidence: Evidence; readonly onVerify: () => void }

/** Where bytes are that are not here, and what was found wrong with them; a whole look at them is a verification. */
const State = ({ evidence, onVerify }: Omit<Props, 'caseId'>) => {
  const { t, i18n } = useTranslation()
  const { pieces, here, at_hub: atHub, erased, elsewhere, unreadable } = evidence
  const number = (count: number) => ({ count, text: count.toLocaleString(i18n.language) })
  const wrong = [
    unreadable > 0 ? t('overview.evidence.unreadable', number(unreadable)) : null,
    elsewhere > 0 ? t('overview.evidence.elsewhere', number(elsewhere)) : null,
  ].filter((one) => one !== null)
  return (
    <div className={classes.state}>
      {wrong.length === 0 ? null : (
        <p className={classes.wrong} data-grave={unreadable > 0 || undefined}>
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
          {wrong.join(' ')}
        </p>
      )}
      <p className="fs-muted">
        {atHub > 0
          ? t('overview.evidence.atHub', number(atHub))
          : here > 0 && here + erased === pieces
            ? t('overview.evidence.allHere')
            : null}{' '}
        {erased > 0 ? `${t('overview.evidence.erased', number(erased))} ` : null}
        <button type="button" className={classes.link} onClick={onVerify}>
          {t('overview.evidence.verify')}
        </button>
      </p>
    </div>
  )
}

/** How much evidence there is, the newest of it, and whether its bytes are here. */
export const Evidence = ({ caseId, evidence, onVerify }: Props) => {
  const { t, i18n } = useTranslation()
  return (
    <Block
      title={t('overview.evidence.title')}
      {...(evidence.pieces === 0 ? {} : { count: evidence.pieces.toLocaleString(i18n.language) })}
      aside={evidence.pieces === 0 ? null : <Bytes value={evidence.bytes} className={classes.count} />}
      to={{
        href: hrefOf({ name: 'evidence', id: caseId, piece: null, query: {} }),
        words: t('overview.evidence.all'),
      }}
    >
      {evidence.pieces === 0 ? (
        <p className={classes.nothing}>{t('overview.evidence.none')}</p>
      ) : (
        <>
          <ul className={classes.rows}>
            {evidence.newest.map(({ id, name, kind, acquired_at: at }) => (
              <li key={id}>
                <a href={hrefOf({ name: 'evidence', id: caseId, piece: id, query: {} })} className={classes.row}>
                  <KindIcon kind={kind} />
                  <FileName name={name} />
                  <Timestamp at={at} style="ago" className={classes.rowEnd} />
                </a>
              </li>
            ))}
          </ul>
          <State evidence={evidence} onVerify={onVerify} />
        </>
      )}
    </Block>
  )
}
