import { ActionIcon, Button, SegmentedControl, Select, Tooltip } from '@mantine/core'
import {
  IconAffiliate,
  IconArrowsMaximize,
  IconDeviceFloppy,
  IconMinus,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../data/errors.ts'
import type { Me } from '../../data/queries/session.ts'
import { goToDetection, navigate, type DetectionRoute } from '../../state/route.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { useStable } from '../../ui/useStable.ts'
import { FindEntity } from './FindEntity.tsx'
import { Legend } from './Legend.tsx'
import { entityOfKey } from './model/kinds.ts'
import { levelOf } from './model/drawn.ts'
import { groupings, type Shown, type ShownNode } from './model/view.ts'
import classes from './network.module.css'
import { SelectionPanel } from './panel/SelectionPanel.tsx'
import { GraphPicture, type PictureHandle } from './picture/GraphPicture.tsx'
import { readPalette } from './picture/palette.ts'
import { canDraw } from './picture/webgl.ts'
import { ProposeMerge } from './ProposeMerge.tsx'
import type { Caption } from './save/compose.ts'
import type { Looked } from './save/data.ts'
import { SaveDialog } from './save/SaveDialog.tsx'
import type { SendEvidence } from './save/send.ts'
import { useCaption } from './save/useCaption.ts'
import { Start } from './Start.tsx'
import { groupBy, seekPathFrom, select, showHidden, startAnew, useNetwork } from './state.ts'
import { Tables } from './table/Tables.tsx'
import { TimeBar, usePlay } from './TimeBar.tsx'
import { useActions } from './useActions.ts'
import { useNetworkCommands } from './useNetworkCommands.ts'
import { useShown } from './useShown.ts'
import { useWords, type NetworkWords } from './useWords.ts'

type Props = { readonly route: DetectionRoute; readonly me: Me; readonly send: SendEvidence }
type ViewName = 'picture' | 'table'

/** What is to be saved, as it was when it was asked for. */
interface Snapshot {
  readonly looked: Looked
  readonly picture: { readonly canvas: HTMLCanvasElement; readonly palette: ReturnType<typeof readPalette> } | null
  readonly caption: Caption
  readonly atMs: number
}

/** Tells whoever cannot see the picture what is selected now. */
const Told = ({ shown, words }: { readonly shown: Shown; readonly words: NetworkWords }) => {
  const { t } = useTranslation()
  const selected = useNetwork((work) => work.selected)
  const node = selected === null ? undefined : shown.nodes.get(selected)
  const ties =
    node === undefined ? 0 : shown.links.filter(({ from, to }) => from === node.key || to === node.key).length
  return (
    <span role="status" className="fs-visually-hidden">
      {node === undefined
        ? ''
        : t('network.picture.selected', {
            kind: words.kind(node),
            name: words.name(node),
            level: t(`risk.${levelOf(node.risk)}`),
            count: ties,
          })}
    </span>
  )
}

const useSnapshot = (
  shown: Shown,
  words: NetworkWords,
  me: Me,
  picture: { readonly current: PictureHandle | null },
  view: ViewName,
) => {
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null)
  const captionAt = useCaption(shown, words)
  const take = useStable((): void => {
    const atMs = Date.now()
    const { net, span, grouping, hiddenKinds, hiddenLinks, pinned, path, selected, truncated } = useNetwork.getState()
    const canvas = view === 'picture' ? (picture.current?.image() ?? null) : null
    setSnapshot({
      atMs,
      caption: captionAt(atMs, me.user.name),
      looked: {
        shown,
        nodes: net.nodes,
        span,
        grouping,
        hiddenKinds: [...hiddenKinds],
        hiddenLinks: [...hiddenLinks],
        pinned: [...pinned],
        path,
        selected,
        truncated,
        places: new Map(picture.current?.places() ?? []),
      },
      picture: canvas === null ? null : { canvas, palette: readPalette(document.body) },
    })
  })
  return { snapshot, take, put: () => setSnapshot(null) }
}

/** The network: as a picture or as tables, with time below, what is selected beside it, and the keys for all of it. */
export const NetworkPage = ({ route, me, send }: Props) => {
  const { t } = useTranslation()
  const [drawable] = useState(canDraw)
  const [view, setView] = useState<ViewName>(drawable ? 'picture' : 'table')
  const picture = useRef<PictureHandle>(null)
  const { net, hidden, grouping, pathFrom } = useNetwork()
  const { shown, edges } = useShown()
  const words = useWords(net)
  const actions = useActions()
  const play = usePlay(net)
  const writes = mayWrite(me.role)
  const { snapshot, take, put } = useSnapshot(shown, words, me, picture, view)
  const [merging, setMerging] = useState<ShownNode | null>(null)
  const asked = route.open
  const expand = actions.expand
  useEffect(() => {
    if (asked === null || entityOfKey(asked) === null) return
    const { centres } = useNetwork.getState()
    if (centres.has(asked)) select(asked)
    else expand(asked)
  }, [asked, expand])
  const mergingEntity = merging === null ? null : entityOfKey(merging.key)
  const isEmpty = net.nodes.size === 0
  const goTo = useStable((key: string): void => {
    select(key)
    picture.current?.goTo(key)
  })
  const found = useStable((key: string): void => {
    if (useNetwork.getState().net.nodes.has(key) && !hidden.has(key)) goTo(key)
    else expand(key)
    picture.current?.focus()
  })
  const anew = useStable((): void => {
    startAnew()
    goToDetection('network')
  })
  useNetworkCommands({
    shown,
    actions,
    writes: writes && !isEmpty,
    onSelect: goTo,
    onSave: take,
    onView: () => (drawable ? setView(view === 'picture' ? 'table' : 'picture') : undefined),
    onFit: () => picture.current?.fit(),
    onRelayout: () => picture.current?.relayout(),
    onPlay: play.toggle,
    onMerge: setMerging,
  })
  if (isEmpty) {
    return (
      <div className={classes.page}>
        <header className={classes.bar}>
          <h1 className={classes.heading}>{t('detection.place.network')}</h1>
        </header>
        {actions.error !== null ? (
          isRefusal(actions.error, 'not_found') ? (
            <EmptyState
              icon={<IconAffiliate size={30} stroke={1.4} />}
              title={t('network.unknown', { id: asked === null ? '' : (entityOfKey(asked)?.id ?? asked) })}
              hint={t('network.unknownHint')}
            >
              <FindEntity onFound={(key) => navigate({ name: 'network', open: key, query: {} })} />
            </EmptyState>
          ) : (
            <ErrorState error={actions.error} onRetry={actions.retry} />
          )
        ) : asked !== null && actions.isBusy ? (
          <LoadingRows rows={10} height={36} />
        ) : (
          <Start
            onFound={(key) => navigate({ name: 'network', open: key, query: {} })}
            onRiskiest={actions.showRiskiest}
            busy={actions.isBusy}
          />
        )}
      </div>
    )
  }
  return (
    <div className={classes.page} aria-busy={actions.isBusy}>
      <header className={classes.bar}>
        <h1 className={classes.heading}>{t('detection.place.network')}</h1>
        <FindEntity onFound={found} />
        {drawable ? (
          <SegmentedControl
            aria-label={t('network.viewLabel')}
            value={view}
            onChange={(next) => setView(next === 'table' ? 'table' : 'picture')}
            data={(['picture', 'table'] as const).map((value) => ({ value, label: t(`network.view.${value}`) }))}
          />
        ) : null}
        <Select
          w={170}
          aria-label={t('network.groupingLabel')}
          value={grouping}
          onChange={(value) => groupBy(groupings.find((one) => one === value) ?? 'none')}
          data={groupings.map((value) => ({ value, label: t(`network.grouping.${value}`) }))}
          allowDeselect={false}
        />
        {hidden.size === 0 ? null : (
          <Button variant="subtle" size="compact-sm" onClick={showHidden} rightSection={<Keys shortcut="shift+h" />}>
            {t('network.showHidden', { count: hidden.size, text: words.number(hidden.size) })}
          </Button>
        )}
        <div className={classes.barEnd}>
          <span className={classes.barWords} role="status">
            {actions.isBusy
              ? t('network.loading')
              : t('network.counts', {
                  nodes: t('counted.entities', { count: shown.nodes.size }),
                  links: t('counted.links', { count: shown.links.length }),
                })}
          </span>
          {writes ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDeviceFloppy size={14} aria-hidden />}
              onClick={take}
              rightSection={<Keys shortcut="s" />}
            >
              {t('network.command.save')}
            </Button>
          ) : null}
          <Tooltip label={t('network.anew')}>
            <ActionIcon aria-label={t('network.anew')} onClick={anew}>
              <IconTrash size={15} />
            </ActionIcon>
          </Tooltip>
        </div>
      </header>
      {drawable ? null : (
        <p className={classes.notice} role="status">
          {t('network.noWebgl')}
        </p>
      )}
      {pathFrom === null ? null : (
        <p className={classes.notice} role="status">
          {t('network.path.seek', { name: words.nameOfKey(pathFrom) })}
          <Button size="compact-xs" variant="default" onClick={() => seekPathFrom(null)}>
            {t('common.cancel')}
          </Button>
        </p>
      )}
      <div className={classes.split}>
        <div className={classes.stage}>
          <div className={classes.canvas}>
            {view === 'picture' ? (
              <>
                <GraphPicture handle={picture} shown={shown} edges={edges} words={words} onOpen={expand} />
                <p id="network-picture-keys" className="fs-visually-hidden">
                  {t('network.picture.keys')}
                </p>
                <div className={classes.zoom} role="group" aria-label={t('network.picture.zoom')}>
                  <ActionIcon aria-label={t('network.picture.nearer')} onClick={() => picture.current?.zoom(1 / 1.35)}>
                    <IconPlus size={15} />
                  </ActionIcon>
                  <ActionIcon aria-label={t('network.picture.farther')} onClick={() => picture.current?.zoom(1.35)}>
                    <IconMinus size={15} />
                  </ActionIcon>
                  <ActionIcon aria-label={t('network.command.fit')} onClick={() => picture.current?.fit()}>
                    <IconArrowsMaximize size={15} />
                  </ActionIcon>
                </div>
              </>
            ) : (
              <Tables shown={shown} words={words} onOpen={expand} />
            )}
            {shown.nodes.size > 0 ? null : (
              <div className={classes.nothingShown}>
                <EmptyState title={t('network.nothingShown')} hint={t('network.nothingShownHint')} />
              </div>
            )}
          </div>
          <Legend net={net} words={words} />
          <TimeBar net={net} play={play} />
        </div>
        <SelectionPanel shown={shown} words={words} actions={actions} onMerge={writes ? setMerging : null} />
      </div>
      <Told shown={shown} words={words} />
      {mergingEntity === null || merging === null ? null : (
        <ProposeMerge key={merging.key} entity={mergingEntity} label={merging.label} onClose={() => setMerging(null)} />
      )}
      {snapshot === null ? null : <SaveDialog me={me} {...snapshot} send={send} onClose={put} />}
    </div>
  )
}
