import { Button } from '@mantine/core'
import { IconEyeCheck, IconEyeOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readCheckpoint } from '../../../../shared/api/case-entries.ts'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { provenOf } from '../../../../shared/text/proven.ts'
import { call } from '../../../data/client.ts'
import { refreshAfterCaseChange } from '../../../data/queries/cases.ts'
import { useSending } from '../../../data/useSending.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { saveFile } from '../../../ui/saveFile.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from '../workspace.module.css'

const short = (hex: string): string => (hex.length <= 20 ? hex : `${hex.slice(0, 8)}…${hex.slice(-8)}`)

const Hex = ({ value, label }: { readonly value: string; readonly label: string }) => (
  <span className={classes.hex}>
    <code title={value}>{short(value)}</code>
    <CopyButton value={value} label={label} size={18} />
  </span>
)

const Witness = ({ seal }: { readonly seal: CaseFull['seal'] }) => {
  const { t } = useTranslation()
  const witnessed = seal.last_witnessed
  const proven = provenOf({ entries: seal.entries, witnessed: witnessed?.size ?? 0 })
  if (witnessed === null) {
    return (
      <div className={classes.witness} data-witnessed="no">
        <p>
          <IconEyeOff size={14} aria-hidden />
          <span>
            <b>{t('case.seal.witnessed')}</b> {t('case.seal.never')}
          </span>
        </p>
        <p className={classes.witnessMeans}>
          {proven.complete} {t('case.seal.neverMeans')}
        </p>
      </div>
    )
  }
  return (
    <div className={classes.witness}>
      <p>
        <IconEyeCheck size={14} aria-hidden />
        <span>
          <b>{t('case.seal.witnessed')}</b> <Timestamp at={witnessed.at} />
        </span>
      </p>
      <p className={classes.witnessMeans} dir="auto">
        {t('case.seal.witnessedBy', { origin: witnessed.origin, count: witnessed.size })} {proven.complete}
      </p>
    </div>
  )
}

/**
 * Saves the newest signed checkpoint, and the hub's beside it, as `verify --trust` reads them; to be kept by somebody
 * else: it fixes the case as it stands now.
 */
const useSaveCheckpoint = (file: CaseFull) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: () => call(readCheckpoint, { params: { id: file.id } }),
    onSuccess: (answer) => {
      const { checkpoint, hub_checkpoint: ofHub, size } = answer.data
      saveFile(
        `${file.case_number}-checkpoint-${size}.txt`,
        [checkpoint, ...(ofHub === null ? [] : [ofHub])].join('---\n'),
        'text/plain',
      )
      return refreshAfterCaseChange(client, file.id)
    },
  })
}

/** What holds the case together: how many entries, under which root and checkpoint, and who has seen it. */
export const SealSummary = ({ file, onVerify }: { readonly file: CaseFull; readonly onVerify: () => void }) => {
  const { t, i18n } = useTranslation()
  const save = useSaveCheckpoint(file)
  const { entries, root, head, checkpoint_size: covered } = file.seal
  const coverage =
    covered === 0
      ? t('case.seal.coversNone')
      : covered >= entries
        ? t('case.seal.coversAll', { entries })
        : t('case.seal.covers', { size: covered, entries })
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('case.facts.seal')}</h2>
        <Button variant="subtle" size="compact-xs" onClick={() => save.mutate()} loading={save.isPending}>
          {t('case.seal.save')}
        </Button>
        <Button variant="subtle" size="compact-xs" onClick={onVerify}>
          {t('case.seal.verify')}
        </Button>
      </div>
      {save.error === null ? null : <ErrorState error={save.error} compact />}
      <dl className={classes.list}>
        <div className={classes.fact}>
          <dt>{t('case.seal.entries')}</dt>
          <dd>{entries.toLocaleString(i18n.language)}</dd>
        </div>
        <div className={classes.fact}>
          <dt>{t('case.seal.root')}</dt>
          <dd>
            <Hex value={root} label={t('case.seal.copyRoot')} />
          </dd>
        </div>
        <div className={classes.fact}>
          <dt>{t('case.seal.head')}</dt>
          <dd>
            <Hex value={head} label={t('case.seal.copyHead')} />
          </dd>
        </div>
        <div className={classes.fact}>
          <dt>{t('case.seal.checkpoint')}</dt>
          <dd>{coverage}</dd>
        </div>
      </dl>
      <Witness seal={file.seal} />
    </section>
  )
}
