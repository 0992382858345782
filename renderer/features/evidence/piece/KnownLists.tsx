import { useTranslation } from 'react-i18next'
import type { KnownMark } from '../../../../shared/schema/known-files.ts'
import { StandingIcon } from '../../../ui/KnownMarkSign.tsx'
import classes from './piece.module.css'

const hashNames = { sha256: 'SHA-256', sha1: 'SHA-1', md5: 'MD5' } as const

/** Which lists of known files a piece is on, and by which hash it was found there. */
export const KnownLists = ({ known }: { readonly known: readonly KnownMark[] }) => {
  const { t } = useTranslation()
  if (known.length === 0) return null
  return (
    <section className={classes.block}>
      <h3>{t('known.title')}</h3>
      <dl className={classes.lines}>
        {known.map((mark) => (
          <div key={mark.list_id} className={classes.line}>
            <dt className={classes.known}>
              <StandingIcon standing={mark.standing} />
              {t(`known.standing.${mark.standing}`)}
            </dt>
            <dd>
              <span className={classes.wrap}>
                <bdi>{mark.list}</bdi>{' '}
                <span className="fs-muted">
                  {t(mark.by === 'sha256' ? 'known.by' : 'known.byWeak', { hash: hashNames[mark.by] })}
                </span>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
