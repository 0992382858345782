import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelItem, ModelOrigin } from '../../../shared/schema/models.ts'
import { useModel, useSetModelInForce } from '../../data/queries/models.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Drift } from './Drift.tsx'
import { Evaluation } from './Evaluation.tsx'
import { Importances } from './Importances.tsx'
import classes from './model.module.css'

const Facts = ({ model, origin }: { readonly model: ModelItem; readonly origin: ModelOrigin | null }) => {
  const { t, i18n } = useTranslation()
  const { training } = model
  const number = (value: number): string => value.toLocaleString(i18n.language)
  return (
    <dl className={classes.facts}>
      <dt>{t('model.kind')}</dt>
      <dd>{t(`model.kinds.${model.kind}`, { count: model.trees })}</dd>
      <dt>{t('model.features')}</dt>
      <dd>{number(model.features.length)}</dd>
      {training === null ? null : (
        <>
          <dt>{t('model.learnedFrom')}</dt>
          <dd>
            {t(model.source === 'shipped' ? 'model.learnedInvented' : 'model.learned', {
              from: training.train.from,
              to: training.train.to,
              count: training.activities,
              frauds: number(training.frauds),
            })}
          </dd>
        </>
      )}
      {model.in_force_since === null ? null : (
        <>
          <dt>{t('model.inForceSince')}</dt>
          <dd>
            <Timestamp at={model.in_force_since} />
          </dd>
        </>
      )}
      {origin === null ? null : (
        <>
          <dt>{t('model.turnedFrom')}</dt>
          <dd>
            {t(origin.covers === 'file' ? 'model.fromOnnx' : 'model.fromOnnxCounted', {
              producer: origin.producer,
              count: origin.activities ?? 0,
            })}
          </dd>
        </>
      )}
      <dt>{t('model.hash')}</dt>
      <dd className={classes.hash}>{model.sha256}</dd>
    </dl>
  )
}

const InForceDialog = ({ model, onClose }: { readonly model: ModelItem; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const write = useSetModelInForce()
  const unknown = model.unknown_features.length > 0
  const confirm = (): void =>
    write.mutate(
      { model_id: model.in_force ? null : model.id, accept_unknown: unknown && !model.in_force },
      {
        onSuccess: () => {
          notifications.show({ message: t(model.in_force ? 'model.takenOut' : 'model.putIn', { name: model.name }) })
          onClose()
        },
      },
    )
  const kind = model.in_force ? 'out' : 'in'
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`model.force.${kind}.title`)}
      confirm={t(`model.force.${kind}.confirm`)}
      onConfirm={confirm}
      pending={write.isPending}
      error={write.error}
      danger={unknown && !model.in_force}
    >
      <p className={classes.plain}>{t(`model.force.${kind}.means`, { name: model.name })}</p>
      {unknown && !model.in_force ? (
        <p className={classes.warning}>
          {t('model.unknownFeatures', {
            names: model.unknown_features.join(', '),
            count: model.unknown_features.length,
          })}
        </p>
      ) : null}
    </ConfirmDialog>
  )
}

/** One model: what it is, how it did, what it looks at, and how far the present is from what it learned. */
export const ModelDetails = ({ model, keeps }: { readonly model: ModelItem; readonly keeps: boolean }) => {
  const { t } = useTranslation()
  const full = useModel(model.id)
  const [asking, setAsking] = useState(false)
  return (
    <article className={classes.details}>
      <div className={classes.detailsHead}>
        <h2 dir="auto">
          {model.name} <span className="fs-muted">{model.version}</span>
        </h2>
        {keeps ? (
          <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
            {t(model.in_force ? 'model.takeOut' : 'model.putInForce')}
          </Button>
        ) : null}
      </div>
      {model.source === 'shipped' ? (
        <p role="note" className={classes.start}>
          <strong>{t('model.startingPoint')}</strong> {t('model.startingPointMeans')}
        </p>
      ) : null}
      <Facts model={model} origin={full.data?.origin ?? null} />
      {full.data !== undefined ? (
        <>
          {full.data.evaluation === null ? (
            <p className={classes.nothing}>{t('model.notMeasured')}</p>
          ) : (
            <Evaluation evaluation={full.data.evaluation} />
          )}
          <Importances importances={full.data.importances} />
        </>
      ) : full.error === null ? (
        <LoadingRows rows={6} />
      ) : (
        <ErrorState error={full.error} onRetry={() => void full.refetch()} compact />
      )}
      <Drift id={model.id} />
      {asking ? <InForceDialog model={model} onClose={() => setAsking(false)} /> : null}
    </article>
  )
}
