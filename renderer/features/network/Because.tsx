import { useTranslation } from 'react-i18next'
import type { NodePage } from '../../../shared/schema/network.ts'
import { detectionHref } from '../../state/route.ts'

const certainties = ['confirmed', 'open', 'exposed'] as const

type Props = {
  readonly because: NodePage['because']
  /** How a group is framed, by how sure it is: what is undecided never stands among what is known bad. */
  readonly classOf: (certainty: (typeof certainties)[number]) => string | undefined
}

/** What is known of an entity: why it is known bad, what nobody has decided, and to what it was exposed. */
export const Because = ({ because, classOf }: Props) => {
  const { t } = useTranslation()
  return certainties.map((certainty) => {
    const told = because.filter((one) => one.certainty === certainty)
    if (told.length === 0) return null
    return (
      <section key={certainty} className={classOf(certainty)} aria-label={t(`network.certainty.${certainty}`)}>
        <strong>{t(`network.certainty.${certainty}`)}</strong>
        <ul>
          {told.map((one, place) => (
            <li key={place} dir="auto">
              {one.text} <span className="fs-muted">{t(`network.source.${one.source}`)}</span>{' '}
              {one.alert_id === null ? null : (
                <a href={detectionHref('alerts', String(one.alert_id))}>{t('network.toAlert')}</a>
              )}
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
