import { Button } from '@mantine/core'
import { IconEraser, IconEye, IconEyeX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ContentLink, EvidenceFull } from '../../../../shared/schema/evidence.ts'
import { serviceAddress } from '../../../data/client.ts'
import { isRefusal } from '../../../data/errors.ts'
import { useFetchEvidence } from '../../../data/queries/sync.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { EvidencePreview } from '../../../ui/evidence-preview/EvidencePreview.tsx'
import { Keys } from '../../../ui/Keys.tsx'
import { KindIcon } from '../../../ui/KindIcon.tsx'
import { useViewPiece } from '../data/useEvidenceWrites.ts'
import classes from './piece.module.css'

export interface ShownPreview {
  readonly link: ContentLink | null
  readonly pending: boolean
  readonly error: Error | null
  readonly open: () => void
  /** Another link when the one at hand has run out: that is another look, and sealed as one. */
  readonly renew: () => Promise<string>
  readonly close: () => void
}

/** The look at a piece: nothing is fetched before someone asks, because asking is sealed. */
export const usePreview = (caseId: number, piece: EvidenceFull): ShownPreview => {
  const view = useViewPiece(caseId, piece.id)
  // One of its own: while a look is asked for, its former answer is gone, and with it the preview that it serves.
  const again = useViewPiece(caseId, piece.id)
  return {
    link: view.data?.data ?? null,
    pending: view.isPending,
    error: view.error,
    open: () => {
      if (!view.isPending && view.data === undefined) view.mutate()
    },
    renew: async () => serviceAddress((await again.mutateAsync()).data.url),
    close: view.reset,
  }
}

/**
 * The bytes are not on this device: why, and a way to them where the hub has them. They are looked at once they have
 * come.
 */
const Elsewhere = ({
  caseId,
  piece,
  preview,
}: {
  readonly caseId: number
  readonly piece: EvidenceFull
  readonly preview: ShownPreview
}) => {
  const { t } = useTranslation()
  const fetching = useFetchEvidence(caseId)
  const error = fetching.error ?? preview.error
  return (
    <>
      <p role="status">{t(`evidence.places.${piece.bytes === 'elsewhere' ? 'elsewhereLong' : 'hubLong'}`)}</p>
      {error === null ? null : <ErrorState error={error} compact />}
      <Button
        variant="default"
        loading={fetching.isPending}
        data-autofocus
        onClick={() =>
          fetching.mutate(piece.id, {
            onSuccess: () => {
              preview.close()
            },
          })
        }
      >
        {t('sync.case.fetch')}
      </Button>
    </>
  )
}

const Closed = ({
  caseId,
  piece,
  preview,
}: {
  readonly caseId: number
  readonly piece: EvidenceFull
  readonly preview: ShownPreview
}) => {
  const { t } = useTranslation()
  if (piece.bytes === 'erased') {
    return (
      <div className={classes.closed}>
        <IconEraser size={44} stroke={1.2} aria-hidden />
        <p role="status">{t('evidence.places.erasedLong', { reference: piece.erasure?.reference ?? '' })}</p>
      </div>
    )
  }
  if (piece.bytes !== 'here') {
    return (
      <div className={classes.closed}>
        <KindIcon kind={piece.kind} size={44} stroke={1.2} />
        <Elsewhere caseId={caseId} piece={piece} preview={preview} />
      </div>
    )
  }
  return (
    <div className={classes.closed}>
      <KindIcon kind={piece.kind} size={44} stroke={1.2} />
      <Button
        leftSection={<IconEye size={15} aria-hidden />}
        onClick={preview.open}
        loading={preview.pending}
        aria-keyshortcuts="o"
      >
        {t('evidence.preview.open')}
      </Button>
      <p>{t('evidence.preview.sealed')}</p>
      <p>{t('evidence.preview.sandboxed')}</p>
      <p>
        <Keys shortcut="o" />
      </p>
      {preview.error === null ? null : isRefusal(preview.error, 'evidence_elsewhere') ? (
        <Elsewhere caseId={caseId} piece={piece} preview={preview} />
      ) : (
        <ErrorState error={preview.error} onRetry={preview.open} compact />
      )}
    </div>
  )
}

/** The preview of a piece, in its sandbox, once it was asked for. */
export const PreviewPane = ({
  caseId,
  piece,
  preview,
  page,
}: {
  readonly caseId: number
  readonly piece: EvidenceFull
  readonly preview: ShownPreview
  /** The page to begin with; null: the first. */
  readonly page: number | null
}) => {
  const { t } = useTranslation()
  const { link } = preview
  return (
    <section className={classes.preview} aria-label={t('evidence.preview.label')}>
      {link === null ? (
        <Closed caseId={caseId} piece={piece} preview={preview} />
      ) : (
        <>
          <div className={classes.previewBar} role="status">
            <IconEye size={14} aria-hidden /> <span>{t('evidence.preview.wasSealed')}</span>
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              leftSection={<IconEyeX size={13} aria-hidden />}
              onClick={preview.close}
            >
              {t('evidence.preview.close')}
            </Button>
          </div>
          <div className={classes.previewBody}>
            <EvidencePreview
              source={{
                url: serviceAddress(link.url),
                name: link.name,
                mediaType: link.media_type,
                kind: piece.kind,
                size: link.size,
                ...(page === null ? {} : { page }),
              }}
              onExpired={preview.renew}
            />
          </div>
        </>
      )}
    </section>
  )
}
