import { useTranslation } from 'react-i18next'
import type { ModelItem } from '../../../shared/schema/models.ts'
import { detectionHref } from '../../state/route.ts'
import { score } from '../../ui/charts/format.ts'
import classes from './model.module.css'

/** Every model of the workspace; the one in force is marked. */
export const ModelList = ({ models, shown }: { readonly models: readonly ModelItem[]; readonly shown: string }) => {
  const { t, i18n } = useTranslation()
  return (
    <nav className={classes.list} aria-label={t('model.list')}>
      {models.map((model) => (
        <a key={model.id} href={detectionHref('model', model.id)} className={classes.item} aria-current={model.id === shown ? 'true' : undefined}>
          <span className={classes.itemName} dir="auto">
            {model.name} <span className="fs-muted">{model.version}</span>
          </span>
          <span className={classes.itemFacts}>
            {model.in_force ? <strong className={classes.inForce}>{t('model.inForce')}</strong> : null}
            <span>{t(`model.source.${model.source}`)}</span>
            {model.metrics?.average_precision === null || model.metrics === null ? null : <span>{t('model.ap', { value: score(model.metrics.average_precision, i18n.language) })}</span>}
          </span>
        </a>
      ))}
    </nav>
  )
}
