import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure, WorkspaceInput } from '../../../shared/ipc/supervisor.ts'
import { GateFrame } from './GateFrame.tsx'
import classes from './gate.module.css'

type Props = { readonly creating: boolean; readonly error: Failure | undefined }

/** The segment of case numbers: what people type becomes capitals without spaces. */
const asCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 12)

/** The folder holds no workspace yet: whose it is, and whether to begin empty or with invented cases. */
export const FirstRun = ({ creating, error }: Props) => {
  const { t } = useTranslation()
  const [input, setInput] = useState<WorkspaceInput>({ institution: '', name: '', admin: '', sample: false })
  const [refused, setRefused] = useState<Failure | undefined>(undefined)
  const [asked, setAsked] = useState(false)
  const set = (change: Partial<WorkspaceInput>): void => setInput((before) => ({ ...before, ...change }))
  const complete = input.institution !== '' && input.name.trim() !== '' && input.admin.trim() !== ''
  const busy = creating || asked
  const problem = refused ?? error
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!complete || busy || window.fieldseal === undefined) return
    setAsked(true)
    setRefused(undefined)
    void window.fieldseal
      .createWorkspace({ ...input, name: input.name.trim(), admin: input.admin.trim() })
      .then((result) => {
        if (!result.ok) setRefused(result.error)
      })
      .finally(() => setAsked(false))
  }
  return (
    <GateFrame title={t('firstRun.title')} lead={t('firstRun.lead')} wide>
      <form onSubmit={submit} className={classes.form} noValidate>
        <fieldset className={classes.choices}>
          <legend>{t('firstRun.beginWith')}</legend>
          {[false, true].map((sample) => (
            <label key={String(sample)} className={classes.choice}>
              <input type="radio" name="sample" checked={input.sample === sample} onChange={() => set({ sample })} />
              <strong>{t(sample ? 'firstRun.sample' : 'firstRun.empty')}</strong>
              <span>{t(sample ? 'firstRun.sampleHint' : 'firstRun.emptyHint')}</span>
            </label>
          ))}
        </fieldset>
        <div className={classes.row}>
          <TextInput
            label={t('firstRun.code')}
            value={input.institution}
            onChange={(event) => set({ institution: asCode(event.currentTarget.value) })}
            placeholder="ACME"
            spellCheck={false}
            size="sm"
            autoFocus
            required
            withAsterisk={false}
          />
          <TextInput
            label={t('firstRun.name')}
            value={input.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            dir="auto"
            size="sm"
            maxLength={200}
            required
            withAsterisk={false}
          />
        </div>
        <p className={classes.foot} style={{ margin: 0 }}>
          {t('firstRun.number', { number: `CASE-${input.institution || 'ACME'}-20260131-00001` })}
        </p>
        <TextInput
          label={t('firstRun.admin')}
          description={t('firstRun.adminHint')}
          value={input.admin}
          onChange={(event) => set({ admin: event.currentTarget.value })}
          dir="auto"
          size="sm"
          maxLength={120}
          required
          withAsterisk={false}
        />
        {problem === undefined || busy ? null : (
          <div role="alert">
            <dl className={classes.facts}>
              <dt>{t('ui.error.what')}</dt>
              <dd>{problem.message}</dd>
            </dl>
          </div>
        )}
        <div className={classes.actions}>
          <Button type="submit" size="sm" loading={busy} disabled={!complete}>
            {t(input.sample ? 'firstRun.createSample' : 'firstRun.create')}
          </Button>
        </div>
      </form>
      <p className={classes.foot}>{t('firstRun.foot')}</p>
    </GateFrame>
  )
}
