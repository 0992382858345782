import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useStable } from '../../../ui/useStable.ts'
import { byRisk, levelOf, type DrawnEdge } from '../model/drawn.ts'
import type { Shown } from '../model/view.ts'
import classes from '../network.module.css'
import { pin, rememberPlaces, select, useNetwork } from '../state.ts'
import type { NetworkWords } from '../useWords.ts'
import { openPicture, type Picture } from './picture.ts'
import { readPalette } from './palette.ts'
import type { ArrowDirection } from './spatial.ts'
import { useScheme } from './useScheme.ts'

/** What the page does with the picture. */
export interface PictureHandle {
  readonly zoom: (factor: number) => void
  readonly fit: () => void
  readonly goTo: (key: string) => void
  readonly relayout: () => void
  readonly image: () => HTMLCanvasElement | null
  readonly places: () => ReadonlyMap<string, { readonly x: number; readonly y: number }>
  readonly focus: () => void
}

type Props = {
  readonly shown: Shown
  readonly edges: readonly DrawnEdge[]
  readonly words: NetworkWords
  readonly onOpen: (key: string) => void
  readonly handle: Ref<PictureHandle>
}

/** How many names of risky nodes always stand in the picture. */
const namedMost = 14

const directions: Readonly<Record<string, ArrowDirection>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const zooms: Readonly<Record<string, number>> = { '+': 1 / 1.35, '=': 1 / 1.35, '-': 1.35 }

/** The network as a picture. Everything that a pointer does here keys do too; the tables say the same in words. */
export const GraphPicture = ({ shown, edges, words, onOpen, handle }: Props) => {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [picture, setPicture] = useState<Picture | null>(null)
  const scheme = useScheme()
  const calm = useReducedMotion()
  const { selected, path, pinned, grouping } = useNetwork()
  const moves = useStable(() => !calm)
  const open = useStable(onOpen)
  useLayoutEffect(() => {
    if (box.current === null) return
    const opened = openPicture(
      box.current,
      { onSelect: select, onOpen: open, onPin: pin },
      moves,
      useNetwork.getState().places,
    )
    setPicture(opened)
    return () => {
      rememberPlaces(new Map(opened.places()))
      opened.close()
    }
  }, [open, moves])
  useEffect(() => {
    if (picture === null || box.current === null) return
    const named = new Set(
      byRisk(shown)
        .slice(0, namedMost)
        .filter(({ risk, knownBad }) => knownBad || levelOf(risk) !== 'low')
        .map(({ key }) => key),
    )
    picture.show(shown, edges, { palette: readPalette(box.current), labelOf: words.name, pinned, named })
  }, [picture, shown, edges, words, pinned, scheme])
  useEffect(() => {
    picture?.emphasise({ selected, path: path?.nodes ?? [] })
  }, [picture, selected, path, shown])
  useEffect(() => {
    if (path !== null) picture?.frame(path.nodes)
  }, [picture, path])
  const laidFor = useRef(grouping)
  useEffect(() => {
    if (picture === null || laidFor.current === grouping) return
    // Groups begin in the middle of their members, and often on one another.
    laidFor.current = grouping
    picture.relayout()
    picture.fit()
  }, [picture, grouping])
  useImperativeHandle(
    handle,
    () => ({
      zoom: (factor) => picture?.zoom(factor),
      fit: () => picture?.fit(),
      goTo: (key) => picture?.goTo(key),
      relayout: () => picture?.relayout(),
      image: () => picture?.image() ?? null,
      places: () => picture?.places() ?? new Map(),
      focus: () => box.current?.focus(),
    }),
    [picture],
  )
  const onKeyDown = (event: KeyboardEvent): void => {
    if (picture === null || event.ctrlKey || event.metaKey || event.altKey) return
    const direction = directions[event.key]
    const zoom = zooms[event.key]
    if (direction !== undefined && event.shiftKey) picture.pan(direction)
    else if (direction !== undefined) {
      const next = picture.towards(selected, direction)
      if (next !== null) select(next)
    } else if (zoom !== undefined) picture.zoom(zoom)
    else if (event.key === '0') picture.fit()
    else if (event.key === 'Enter' && selected !== null) onOpen(selected)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={box}
      id="network-picture"
      className={classes.picture}
      tabIndex={0}
      role="application"
      aria-roledescription={t('network.picture.role')}
      aria-label={t('network.picture.label', {
        nodes: t('counted.entities', { count: shown.nodes.size }),
        links: t('counted.links', { count: shown.links.length }),
      })}
      aria-describedby="network-picture-keys"
      onKeyDown={onKeyDown}
    />
  )
}
