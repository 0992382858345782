import { Button, Progress, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { UpdateReady, UpdatesView, UpdateStep } from '../../../shared/ipc/updates.ts'
import { useUpdates } from '../../state/useUpdates.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './settings.module.css'

type Asking = {
  readonly ask: (step: UpdateStep) => void
  readonly isAsking: boolean
}

/** Asks the desktop for a step; what it refuses stands in its words until the next one. */
const useSteps = (): Asking & { readonly refusal: string | null } => {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const ask = (step: UpdateStep): void => {
    setRefusal(null)
    setAsking(true)
    void window.fieldseal
      ?.stepUpdates(step)
      .then((done) => setRefusal(done.ok ? null : done.error.message))
      .catch(() => setRefusal(t('settings.updates.notAsked')))
      .finally(() => setAsking(false))
  }
  return { ask, isAsking, refusal }
}

/** What stands in the way, in words that come whole from the desktop or from here. */
const Trouble = ({ title, text }: { readonly title?: string; readonly text: string }) => (
  <div role="alert" className={classes.trouble}>
    <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
    <div>
      {title === undefined ? null : <strong>{title}</strong>}
      <p>{text}</p>
    </div>
  </div>
)

/** What the last look came to. */
const Looked = ({ view }: { readonly view: UpdatesView }) => {
  const { t } = useTranslation()
  const { work, looked } = view
  if (work?.kind === 'fetching')
    return (
      <>
        <p>{t('settings.updates.fetching')}</p>
        <Progress value={(work.got / work.total) * 100} aria-label={t('settings.updates.fetching')} />
      </>
    )
  if (work !== null) return <p>{t(`settings.updates.${work.kind}`)}</p>
  if (looked === null) return <p>{t('settings.updates.never')}</p>
  return (
    <>
      <p>
        {t('settings.updates.lookedAt')} <Timestamp at={new Date(looked.atMs).toISOString()} />
      </p>
      {looked.outcome === 'refused' ? (
        <Trouble title={t('settings.updates.refused')} text={looked.message} />
      ) : (
        <p>{t(`settings.updates.outcome.${looked.outcome}`, { version: looked.message })}</p>
      )}
    </>
  )
}

/** A file that was fetched and checked, and what becomes of it. */
const Ready = ({ ready, ask, isAsking }: Asking & { readonly ready: UpdateReady }) => {
  const { t } = useTranslation()
  const { version, recalled, how, path } = ready
  return (
    <section className={`${classes.block} ${classes.said}`} aria-label={t('settings.updates.ready', { version })}>
      <div className={classes.blockHead}>
        <h2>{t('settings.updates.ready', { version })}</h2>
      </div>
      {recalled ? <Trouble text={t('settings.updates.recalled')} /> : null}
      <p>{t('settings.updates.stored')}</p>
      {how === 'replace' ? (
        <>
          <p>{t('settings.updates.replace')}</p>
          <Button loading={isAsking} onClick={() => ask({ kind: 'install' })}>
            {t('settings.updates.install')}
          </Button>
        </>
      ) : (
        <>
          <p>{t('settings.updates.byHand')}</p>
          <p className={classes.place}>
            <code>{path}</code> <CopyButton value={path} label={t('settings.updates.copyPath')} />
          </p>
        </>
      )}
    </section>
  )
}

const Address = ({ view, admin, ask, isAsking }: Asking & { readonly view: UpdatesView; readonly admin: boolean }) => {
  const { t } = useTranslation()
  const [source, setSource] = useState(view.source ?? '')
  if (view.managedBy !== null || !admin)
    return (
      <dl className={classes.facts}>
        <dt>{t('settings.updates.source')}</dt>
        <dd>{view.source ?? t('settings.updates.off')}</dd>
        <dt>{t('settings.updates.decidedBy')}</dt>
        <dd>{view.managedBy ?? t('settings.updates.administrators')}</dd>
      </dl>
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    ask({ kind: 'turn', source: source.trim() })
  }
  return (
    <form onSubmit={submit} className={classes.updateForm} noValidate>
      <TextInput
        label={t('settings.updates.source')}
        description={t('settings.updates.sourceHint')}
        placeholder="https://updates.example/fieldseal/"
        value={source}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" loading={isAsking} disabled={source.trim() === '' || source.trim() === view.source}>
          {t(view.source === null ? 'settings.updates.turnOn' : 'settings.updates.change')}
        </Button>
        {view.source === null ? null : (
          <Button variant="default" ml={8} disabled={isAsking} onClick={() => ask({ kind: 'turn', source: null })}>
            {t('settings.updates.turnOff')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Whether this computer looks for updates, what the last look came to, and the update that is ready. */
export const UpdatesSection = ({ admin }: { readonly admin: boolean }) => {
  const { t } = useTranslation()
  const view = useUpdates()
  const { refusal, ...asking } = useSteps()
  if (view === null) return <LoadingRows rows={3} />
  return (
    <>
      {refusal === null ? null : <Trouble text={refusal} />}
      {view.ready === null ? null : <Ready ready={view.ready} {...asking} />}
      <section className={`${classes.block} ${classes.said}`}>
        <div className={classes.blockHead}>
          <h2>{t('settings.updates.title')}</h2>
          <p>{t(view.source === null ? 'settings.updates.leadOff' : 'settings.updates.leadOn')}</p>
        </div>
        {view.possible ? (
          <>
            {view.fault === null ? null : <Trouble text={t('settings.updates.fault', { fault: view.fault })} />}
            <Address view={view} admin={admin} {...asking} />
          </>
        ) : (
          <p>{t('settings.updates.impossible')}</p>
        )}
      </section>
      {view.possible && view.source !== null ? (
        <section className={`${classes.block} ${classes.said}`}>
          <div className={classes.blockHead}>
            <h2>{t('settings.updates.last')}</h2>
            <Button
              variant="default"
              size="compact-sm"
              disabled={view.work !== null}
              onClick={() => asking.ask({ kind: 'look' })}
            >
              {t('settings.updates.look')}
            </Button>
          </div>
          <Looked view={view} />
        </section>
      ) : null}
    </>
  )
}
