import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PreviewView } from '../../../shared/preview/address.ts'
import classes from './evidencePreview.module.css'
import type { PreviewState } from './session.ts'

type Unshown = Exclude<PreviewState, { kind: 'shown' }>

type Props = {
  readonly state: Unshown
  readonly view: PreviewView
  readonly onView: (view: PreviewView) => void
  readonly onAgain: () => void
}

const Loading = ({ state }: { readonly state: Extract<Unshown, { kind: 'loading' }> }) => {
  const { t } = useTranslation()
  const percent = state.total === 0 ? 0 : Math.floor((100 * state.done) / state.total)
  return (
    <div className={classes.cover} role="status">
      <p>{percent > 0 ? t('preview.loadingPercent', { percent }) : t('common.loading')}</p>
      <Progress value={percent} size="xs" aria-label={t('common.loading')} className={classes.progress} />
    </div>
  )
}

/**
 * What stands in place of a piece that is not shown: that it loads, or why it is not there, what is safe, and the ways
 * on.
 */
export const PreviewNotice = ({ state, view, onView, onAgain }: Props) => {
  const { t } = useTranslation()
  if (state.kind === 'loading') return <Loading state={state} />
  const isTrouble = state.kind !== 'failed'
  const key = state.kind === 'slow' ? 'slow' : state.why
  const Icon = isTrouble ? IconAlertTriangle : IconEyeOff
  return (
    <div className={classes.cover}>
      <div className={classes.notice} role="alert" data-trouble={isTrouble || undefined}>
        <Icon size={22} stroke={1.75} aria-hidden />
        <div>
          <p className={classes.what}>{t(`preview.notice.${key}.what`)}</p>
          <p className={classes.why}>{t(`preview.notice.${key}.why`)}</p>
          <div className={classes.ways}>
            {view === 'hex' ? null : (
              <Button variant="default" onClick={() => onView('hex')}>
                {t('preview.showHex')}
              </Button>
            )}
            {isTrouble || state.why === 'unreadable' ? (
              <Button variant="default" onClick={onAgain}>
                {t('common.retry')}
              </Button>
            ) : null}
          </div>
        </div>
      </div>
    </div>
  )
}
