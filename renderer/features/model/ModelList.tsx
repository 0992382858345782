import { useTranslation } from 'react-i18next'
import type { ModelElsewhere, ModelItem } from '../../../shared/schema/models.ts'
import { detectionHref } from '../../state/route.ts'
import { score } from '../../ui/charts/format.ts'
import classes from './model.module.css'

/** Models that are known here by name alone, and what is not known here at all. */
const Elsewhere = ({ models }: { readonly models: readonly ModelElsewhere[] }) => {
  const { t } = useTranslation()
  return (
    <>
      {models.length === 0 ? null : (
        <section aria-label={t('model.elsewhere')} className={classes.elsewhere}>
          <h2>{t('model.elsewhere')}</h2>
          <ul>
            {models.map(({ id, name, version, sha256 }) => (
              <li key={id} dir="auto" title={sha256}>
                {name} <span className="fs-muted">{version}</span>
              </li>
            ))}
          </ul>
          <p>{t('model.elsewhereMeans')}</p>
        </section>
      )}
      <p className={classes.others}>{t('model.othersStay')}</p>
    </>
  )
}

type Props = {
  readonly models: readonly ModelItem[]
  readonly elsewhere: readonly ModelElsewhere[]
  readonly shown: string
}

/** Every model that is on this device; the one in force is marked. Below, what is on others. */
export const ModelList = ({ models, elsewhere, shown }: Props) => {
  const { t, i18n } = useTranslation()
  return (
    <div className={classes.list}>
      <nav aria-label={t('model.list')}>
        {models.map((model) => (
          <a
            key={model.id}
            href={detectionHref('model', model.id)}
            className={classes.item}
            aria-current={model.id === shown ? 'true' : undefined}
          >
            <span className={classes.itemName} dir="auto">
              {model.name} <span className="fs-muted">{model.version}</span>
            </span>
            <span className={classes.itemFacts}>
              {model.in_force ? <strong className={classes.inForce}>{t('model.inForce')}</strong> : null}
              <span>{t(`model.source.${model.source}`)}</span>
              {model.metrics?.average_precision === null || model.metrics === null ? null : (
                <span>{t('model.ap', { value: score(model.metrics.average_precision, i18n.language) })}</span>
              )}
            </span>
          </a>
        ))}
      </nav>
      <Elsewhere models={elsewhere} />
    </div>
  )
}
