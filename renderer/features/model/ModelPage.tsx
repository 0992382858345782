import { Button } from '@mantine/core'
import { IconBrain, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me } from '../../data/queries/session.ts'
import { useModels, useTrainings } from '../../data/queries/models.ts'
import type { DetectionRoute } from '../../state/route.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { AddModelDialog } from './AddModelDialog.tsx'
import { AwaitedModel } from './AwaitedModel.tsx'
import classes from './model.module.css'
import { ModelDetails } from './ModelDetails.tsx'
import { ModelList } from './ModelList.tsx'
import { TrainDialog } from './TrainDialog.tsx'
import { TrainingProgress } from './TrainingProgress.tsx'
import { useFollowedTraining } from './useFollowedTraining.ts'

/** The models: which scores, how well it did, what it looks at, and whether the world has moved since. */
export const ModelPage = ({ route, me }: { readonly route: DetectionRoute; readonly me: Me }) => {
  const { t } = useTranslation()
  const models = useModels()
  const keeps = me.role === 'supervisor' || me.role === 'admin'
  const [dialog, setDialog] = useState<'train' | 'add' | null>(() =>
    keeps && route.query['train'] !== undefined ? 'train' : null,
  )
  const [training, followTraining] = useFollowedTraining()
  const trainings = useTrainings()
  const ofOthers = (trainings.data ?? []).filter(({ id, state }) => state === 'running' && id !== training)
  const all = models.data?.models ?? []
  const shown = all.find(({ id }) => id === route.open) ?? all.find(({ in_force: inForce }) => inForce) ?? all[0]
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('detection.place.model')}</h1>
        {keeps ? (
          <div className={classes.tools}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconUpload size={14} aria-hidden />}
              onClick={() => setDialog('add')}
            >
              {t('model.add')}
            </Button>
            <Button
              size="compact-sm"
              leftSection={<IconBrain size={14} aria-hidden />}
              onClick={() => setDialog('train')}
            >
              {t('model.train')}
            </Button>
          </div>
        ) : null}
      </header>
      {training === null ? null : <TrainingProgress id={training} keeps={keeps} onClose={() => followTraining(null)} />}
      {ofOthers.map(({ id }) => (
        <TrainingProgress key={id} id={id} keeps={keeps} onClose={() => void trainings.refetch()} />
      ))}
      {models.data?.awaited ? <AwaitedModel awaited={models.data.awaited} /> : null}
      {models.data === undefined ? (
        models.error === null ? (
          <LoadingRows rows={6} height={40} />
        ) : (
          <ErrorState error={models.error} onRetry={() => void models.refetch()} />
        )
      ) : shown === undefined ? (
        <EmptyState icon={<IconBrain size={30} stroke={1.4} />} title={t('model.none')} hint={t('model.noneHint')} />
      ) : (
        <div className={classes.split}>
          <ModelList models={all} elsewhere={models.data.elsewhere} shown={shown.id} />
          <ModelDetails key={shown.id} model={shown} keeps={keeps} />
        </div>
      )}
      {dialog === 'train' ? <TrainDialog onClose={() => setDialog(null)} onStarted={followTraining} /> : null}
      {dialog === 'add' ? <AddModelDialog onClose={() => setDialog(null)} /> : null}
    </div>
  )
}
