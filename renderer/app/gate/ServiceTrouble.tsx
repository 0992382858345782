import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServiceState } from '../../../shared/ipc/bridge.ts'
import { GateFrame } from './GateFrame.tsx'
import classes from './gate.module.css'

const Waiting = ({ text }: { readonly text: string }) => (
  <div role="status" className={classes.progress}>
    <Loader size={16} aria-hidden />
    <span>{text}</span>
  </div>
)

const Failed = ({ state }: { readonly state: Extract<ServiceState, { kind: 'failed' }> }) => {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const restart = (): void => {
    setAsked(true)
    void window.fieldseal?.restartService().finally(() => setAsked(false))
  }
  return (
    <GateFrame title={t('service.failedTitle')} wide>
      <div role="alert">
        <dl className={classes.facts}>
          <dt>{t('ui.error.what')}</dt>
          <dd>{state.reason}</dd>
          <dt>{t('ui.error.safe')}</dt>
          <dd>{state.safe}</dd>
          <dt>{t('ui.error.advice')}</dt>
          <dd>{state.advice}</dd>
        </dl>
      </div>
      <div className={classes.actions}>
        <Button onClick={restart} loading={asked} autoFocus>
          {t('service.restart')}
        </Button>
        <Button variant="default" onClick={() => void window.fieldseal?.showLogs()}>
          {t('service.logs')}
        </Button>
      </div>
      <p className={classes.foot}>{t('service.code', { code: state.code })}</p>
    </GateFrame>
  )
}

/** The service is starting, is being started again, or has failed. */
export const ServiceTrouble = ({
  state,
}: {
  readonly state: Extract<ServiceState, { kind: 'starting' | 'restarting' | 'failed' }>
}) => {
  const { t } = useTranslation()
  if (state.kind === 'failed') return <Failed state={state} />
  if (state.kind === 'starting') {
    return (
      <GateFrame title={t('service.startingTitle')}>
        <Waiting text={t('service.starting')} />
      </GateFrame>
    )
  }
  return (
    <GateFrame title={t('service.restartingTitle')} lead={state.reason} wide>
      <Waiting text={t('service.restarting', { attempt: state.attempt })} />
      <p className={classes.foot}>{t('service.restartingSafe')}</p>
    </GateFrame>
  )
}
