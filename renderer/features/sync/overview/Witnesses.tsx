import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDistrustWitness, useTrustWitness, useWitnesses } from '../../../data/queries/witnesses.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from '../sync.module.css'

/** Whose cosignatures of the hub's log count on this device; its own people say so, never the hub. */
export const Witnesses = ({ writes }: { readonly writes: boolean }) => {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const witnesses = useWitnesses()
  const trust = useTrustWitness()
  const distrust = useDistrustWitness()
  const error = trust.error ?? distrust.error ?? witnesses.error
  return (
    <section className={classes.block} aria-labelledby="sync-witnesses">
      <div className={classes.blockHead}>
        <h2 id="sync-witnesses">{t('sync.witnesses.label')}</h2>
      </div>
      <p className="fs-muted">{t('sync.witnesses.hint')}</p>
      {(witnesses.data ?? []).length === 0 ? null : (
        <dl className={classes.facts}>
          {(witnesses.data ?? []).map(({ name, source, added_at: at }) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt dir="auto">{name}</dt>
              <dd>
                <Timestamp at={at} style="ago" className="fs-muted" />{' '}
                {source === 'configured' ? (
                  <span className="fs-muted">{t('sync.witnesses.configured')}</span>
                ) : writes ? (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    loading={distrust.isPending}
                    onClick={() => distrust.mutate(name)}
                    aria-label={t('sync.witnesses.removeNamed', { name })}
                  >
                    {t('sync.witnesses.remove')}
                  </Button>
                ) : null}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {writes ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            trust.mutate(key.trim(), { onSuccess: () => setKey('') })
          }}
        >
          <TextInput
            label={t('sync.witnesses.key')}
            description={t('sync.witnesses.keyHint')}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            maxLength={500}
            spellCheck={false}
            autoComplete="off"
          />
          <Button
            type="submit"
            variant="default"
            size="compact-sm"
            mt="xs"
            disabled={key.trim() === ''}
            loading={trust.isPending}
          >
            {t('sync.witnesses.add')}
          </Button>
        </form>
      ) : null}
      {error === null ? null : <ErrorState error={error} compact />}
    </section>
  )
}
