import { SegmentedControl, useComputedColorScheme } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  servedViewerPath,
  viewerOrigin,
  viewerPage,
  viewsOf,
  type PreviewView,
} from '../../../shared/preview/address.ts'
import type { EvidenceKind } from '../../../shared/schema/evidence.ts'
import classes from './evidencePreview.module.css'
import { PreviewNotice } from './PreviewNotice.tsx'
import { createReader } from './readSource.ts'
import type { PreviewTrouble } from './session.ts'
import { usePreviewSession } from './usePreviewSession.ts'

export type EvidenceSource = {
  /** A link that serves the bytes with Range, without another credential. */
  readonly url: string
  readonly name: string
  readonly mediaType: string
  readonly kind: EvidenceKind
  /** Bytes. */
  readonly size: number
  /** Of a piece with pages: the one to begin with, counted from 1. */
  readonly page?: number
}

type Props = {
  readonly source: EvidenceSource
  /** Gives a fresh link when the one at hand has run out. */
  readonly onExpired?: () => Promise<string>
  /** The viewer was ended, and why. */
  readonly onTrouble?: (why: PreviewTrouble) => void
}

type FrameProps = Props & {
  readonly view: PreviewView
  readonly onView: (view: PreviewView) => void
  readonly onAgain: () => void
  readonly onLeave: () => void
}

const viewerAddress = (view: PreviewView): string =>
  (window.location.protocol === 'app:' ? `${viewerOrigin}/` : servedViewerPath) + viewerPage(view)

/** One viewer in its frame, from start to end. When it has ended the frame is gone, and its process with it. */
const PreviewFrame = ({ source, onExpired, onTrouble, view, onView, onAgain, onLeave }: FrameProps) => {
  const { t, i18n } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const scheme = useComputedColorScheme('light')
  const [read] = useState(() => createReader(source, onExpired))
  const file = useMemo(
    () => ({
      name: source.name,
      mediaType: source.mediaType,
      size: source.size,
      ...(source.page === undefined ? {} : { page: source.page }),
    }),
    [source.name, source.mediaType, source.size, source.page],
  )
  const state = usePreviewSession({ frame, file, view, scheme, language: i18n.language, read, onLeave })
  const trouble = state.kind === 'trouble' ? state.why : null
  useEffect(() => {
    if (trouble !== null) onTrouble?.(trouble)
  }, [trouble, onTrouble])
  const isOver = state.kind === 'failed' || state.kind === 'trouble'
  return (
    <div className={classes.stage} aria-busy={state.kind === 'loading'} data-state={state.kind}>
      {isOver ? null : (
        <iframe
          ref={frame}
          className={classes.frame}
          title={t('preview.frame', { name: source.name })}
          sandbox="allow-scripts"
          allow=""
          referrerPolicy="no-referrer"
          src={viewerAddress(view)}
        />
      )}
      {state.kind === 'shown' ? null : <PreviewNotice state={state} view={view} onView={onView} onAgain={onAgain} />}
    </div>
  )
}

/**
 * A piece of evidence to look at, in a viewer that has no access to the window, the network or the file system
 * (docs/decisions/preview-sandbox.md).
 * Fills its parent. Give it a `key` for each piece.
 */
export const EvidencePreview = (props: Props) => {
  const { t } = useTranslation()
  const views = viewsOf(props.source.kind, props.source.mediaType)
  const [view, setView] = useState<PreviewView>(views[0] ?? 'hex')
  const [attempt, setAttempt] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const takeFocus = useCallback(() => bar.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  return (
    <section className={classes.preview} aria-label={t('preview.label', { name: props.source.name })}>
      <div className={classes.bar} ref={bar}>
        <SegmentedControl
          aria-label={t('preview.views')}
          value={view}
          onChange={setView}
          data={views.map((value) => ({ value, label: t(`preview.view.${value}`) }))}
        />
      </div>
      <PreviewFrame
        {...props}
        key={`${view} ${attempt}`}
        view={view}
        onView={setView}
        onAgain={() => setAttempt(attempt + 1)}
        onLeave={takeFocus}
      />
    </section>
  )
}
