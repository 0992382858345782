import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelEvaluation } from '../../../shared/schema/models.ts'
import { ShareBar } from '../../ui/charts/ShareBar.tsx'
import { FeatureName } from './FeatureName.tsx'
import classes from './model.module.css'

const firstMax = 12

/** What the model looks at, the most telling feature first. */
export const Importances = ({ importances }: { readonly importances: ModelEvaluation['importances'] }) => {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState(false)
  const ordered = [...importances].sort((one, other) => other.gain_share - one.gain_share)
  if (ordered.length === 0) return null
  return (
    <section className={classes.block} aria-labelledby="model-looks-at">
      <h3 id="model-looks-at">{t('model.looksAt')}</h3>
      <p className={classes.nothing}>{t('model.looksAtMeans')}</p>
      <ol className={classes.shares}>
        {(all ? ordered : ordered.slice(0, firstMax)).map((one) => (
          <li key={one.feature}>
            <FeatureName feature={one.feature} />
            <ShareBar share={one.gain_share} />
            <span className="fs-muted">
              {one.mean_abs_shap === null
                ? ''
                : t('model.shap', {
                    value: one.mean_abs_shap.toLocaleString(i18n.language, { maximumFractionDigits: 3 }),
                  })}
            </span>
          </li>
        ))}
      </ol>
      {ordered.length > firstMax ? (
        <Button size="compact-xs" variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'model.fewer' : 'model.allFeatures', { count: ordered.length })}
        </Button>
      ) : null}
    </section>
  )
}
