import { Button, Select, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { CarriedFilePurpose } from '../../../../shared/ipc/bridge.ts'
import { evidencePolicies, type CarriedRoundView, type EvidencePolicy } from '../../../../shared/schema/sync.ts'
import { useHubDevices } from '../../../data/queries/hub.ts'
import type { Me } from '../../../data/queries/session.ts'
import { useReadExchange, useWriteExchange } from '../../../data/queries/sync.ts'
import { formatBytes } from '../../../ui/bytes.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PickSelect } from '../../../ui/PickSelect.tsx'
import { formatLocal } from '../../../ui/time.ts'
import classes from '../sync.module.css'

type Props = {
  readonly me: Me
  readonly hub: boolean
  /** The path of a file that was opened outside. */
  readonly opened: string | undefined
}

/** What a file that was read came to: what happened, and what to do next. */
const Outcome = ({ read }: { readonly read: CarriedRoundView }) => {
  const { t } = useTranslation()
  const { outcome, from, sender, received, receipted, refused, pieces } = read
  const values = {
    received: t('sync.carry.entries', { count: received }),
    receipted: t('sync.carry.entries', { count: receipted }),
  }
  return (
    <dl className={classes.facts} data-outcome={outcome}>
      <dt>{t('sync.carry.from')}</dt>
      <dd dir="auto">
        {t(`sync.carry.sender.${from}`, { name: sender, at: formatLocal(Date.parse(read.written_at)) })}
      </dd>
      <dt>{t('sync.parts.what')}</dt>
      <dd>
        <span>
          {t(`sync.carry.what.${from}.${outcome}`, values)}{' '}
          {pieces === 0 ? null : t('sync.carry.tookPieces', { count: pieces })}{' '}
          {refused === 0 ? null : t(`sync.carry.refused.${from}`, { count: refused })}
        </span>
      </dd>
      <dt>{t('sync.parts.advice')}</dt>
      <dd>{t(`sync.carry.advice.${from}.${outcome}`, values)}</dd>
    </dl>
  )
}

const Carrier = ({ hub, opened }: Pick<Props, 'hub' | 'opened'>) => {
  const { t, i18n } = useTranslation()
  const [path, setPath] = useState(opened ?? '')
  const [receiver, setReceiver] = useState<string | null>(null)
  const [evidence, setEvidence] = useState<EvidencePolicy>('none')
  const devices = useHubDevices(hub)
  const write = useWriteExchange()
  const read = useReadExchange()
  const named = path.trim() !== ''
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (opened !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [opened])
  const told = write.data ?? read.data ?? write.error ?? read.error
  useEffect(() => {
    if (told !== null && told !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [told])
  const writeTo = (to: string): void => {
    read.reset()
    write.mutate({ path: to, evidence, ...(receiver === null ? {} : { device_id: receiver }) })
  }
  const readFrom = (from: string): void => {
    write.reset()
    read.mutate(from)
  }
  /** With a path typed, that file; else the system asks for one. */
  const carry = async (purpose: CarriedFilePurpose): Promise<void> => {
    const chosen = named ? path.trim() : ((await window.fieldseal?.chooseCarriedFile(purpose)) ?? '')
    if (chosen === '') return
    setPath(chosen)
    if (purpose === 'write') writeTo(chosen)
    else readFrom(chosen)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void carry('write')
  }
  return (
    <form className={classes.carry} onSubmit={submit} noValidate>
      <TextInput
        label={t('sync.carry.path')}
        description={t('sync.carry.pathHint')}
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
        spellCheck={false}
      />
      {hub ? (
        <PickSelect
          label={t('sync.carry.receiver')}
          placeholder={t('sync.carry.receiverNone')}
          value={receiver}
          onChange={setReceiver}
          isComing={devices.isPending}
          data={(devices.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          nothingFoundMessage={t('common.none')}
        />
      ) : null}
      <Select
        label={t('sync.carry.evidence')}
        value={evidence}
        onChange={(value) => setEvidence(evidencePolicies.find((policy) => policy === value) ?? 'none')}
        data={evidencePolicies.map((policy) => ({ value: policy, label: t(`sync.carry.evidencePolicy.${policy}`) }))}
        allowDeselect={false}
      />
      <div className={classes.carryActions}>
        <Button
          type="submit"
          variant="default"
          loading={write.isPending}
          disabled={read.isPending || (hub && receiver === null)}
        >
          {t(named ? 'sync.carry.write' : 'sync.carry.writeChoose')}
        </Button>
        <Button
          variant="default"
          loading={read.isPending}
          disabled={write.isPending}
          onClick={() => void carry('read')}
        >
          {t(named ? 'sync.carry.read' : 'sync.carry.readChoose')}
        </Button>
      </div>
      <div role="status" className={classes.outcome}>
        {write.data === undefined ? null : (
          <p className={classes.plain}>
            {t('sync.carry.written', {
              count: write.data.entries,
              pieces: t('sync.carry.pieces', { count: write.data.pieces }),
              bytes: formatBytes(write.data.bytes, i18n.language),
            })}{' '}
            {t(hub ? 'sync.carry.writtenHub' : 'sync.carry.writtenDevice')}
          </p>
        )}
        {read.data === undefined ? null : <Outcome read={read.data} />}
      </div>
      {write.error === null ? null : <ErrorState error={write.error} compact />}
      {read.error === null ? null : <ErrorState error={read.error} compact />}
      <div ref={end} />
    </form>
  )
}

/** Exchange by a file that somebody carries, for places without any network. */
export const CarryByHand = ({ me, hub, opened }: Props) => {
  const { t } = useTranslation()
  return (
    <section className={classes.block} aria-labelledby="sync-carry">
      <div className={classes.blockHead}>
        <h2 id="sync-carry">{t('sync.carry.label')}</h2>
      </div>
      <p className={classes.note}>{t(hub ? 'sync.carry.leadHub' : 'sync.carry.lead')}</p>
      {me.via === 'desktop' ? (
        <Carrier hub={hub} opened={opened} />
      ) : (
        <p className={classes.note}>{t(hub ? 'sync.carry.commandOnly' : 'sync.carry.desktopOnly')}</p>
      )}
    </section>
  )
}
