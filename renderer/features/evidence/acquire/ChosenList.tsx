import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconDatabase, IconFile, IconFolder, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Bytes } from '../../../ui/Bytes.tsx'
import { visibleName } from '../../../ui/file-name.ts'
import { FileName } from '../../../ui/FileName.tsx'
import classes from './acquire.module.css'
import { isDevice, type Chosen } from './collect.ts'
import type { Summary } from './summary.ts'
import type { Failed } from './useBegin.ts'

type Props = {
  readonly chosen: readonly Chosen[]
  readonly unreadable: readonly string[]
  readonly reading: boolean
  readonly summary: Summary
  readonly failed: readonly Failed[]
  readonly onRemove: (gone: readonly Chosen[]) => void
}

/** More are counted, not listed: a dropped folder may hold a hundred thousand. */
const shown = 100

const ThingIcon = ({ one }: { readonly one: Chosen }) => {
  const given = { size: 15, stroke: 1.7, 'aria-hidden': true } as const
  if (one.kind === 'path' && isDevice(one.path)) return <IconDatabase {...given} />
  return one.kind === 'path' && one.what === 'folder' ? <IconFolder {...given} /> : <IconFile {...given} />
}

const Row = ({
  one,
  failed,
  onRemove,
}: {
  readonly one: Chosen
  readonly failed: Failed | undefined
  readonly onRemove: Props['onRemove']
}) => {
  const { t } = useTranslation()
  const path = one.kind === 'path' ? one.path : one.found.path
  const size = one.kind === 'path' ? one.size : one.found.size
  return (
    <li className={classes.chosenRow} data-failed={failed !== undefined || undefined}>
      <ThingIcon one={one} />
      <FileName name={path} className={classes.chosenName} />
      {failed === undefined ? null : (
        <span className={classes.chosenFault}>
          <IconAlertTriangle size={13} aria-hidden /> {t('evidence.acquire.refused')}
        </span>
      )}
      {size === null ? null : <Bytes value={size} className={classes.chosenSize} />}
      <ActionIcon
        size={20}
        onClick={() => onRemove([one])}
        aria-label={t('evidence.acquire.remove', { name: visibleName(path) })}
      >
        <IconX size={13} aria-hidden />
      </ActionIcon>
    </li>
  )
}

/** What will be taken, with its size as far as it is known; what cannot be is said at once. */
export const ChosenList = ({ chosen, unreadable, reading, summary, failed, onRemove }: Props) => {
  const { t } = useTranslation()
  const { refused } = summary.plan
  return (
    <div>
      <p className={classes.chosenHead} role="status">
        {reading ? t('evidence.acquire.reading') : t('evidence.acquire.chosen', { count: chosen.length })}
        {summary.bytes === null || chosen.length < 2 ? null : (
          <>
            {' · '}
            <Bytes value={summary.bytes} />
          </>
        )}
      </p>
      {chosen.length === 0 ? (
        <p className={classes.chosenNone}>
          {t(window.fieldseal === undefined ? 'evidence.acquire.noneBrowser' : 'evidence.acquire.noneDesktop')}
        </p>
      ) : (
        <ul className={classes.chosen} tabIndex={0} aria-label={t('evidence.acquire.chosenList')}>
          {chosen.slice(0, shown).map((one) => (
            <Row
              key={one.kind === 'path' ? one.path : `${one.found.path}\n${one.found.file.lastModified}`}
              one={one}
              failed={one.kind === 'path' ? failed.find(({ path }) => path === one.path) : undefined}
              onRemove={onRemove}
            />
          ))}
          {chosen.length > shown ? (
            <li className={classes.chosenMore}>{t('evidence.acquire.more', { count: chosen.length - shown })}</li>
          ) : null}
        </ul>
      )}
      {refused.length + unreadable.length === 0 ? null : (
        <div className={classes.notice} role="alert">
          <IconAlertTriangle size={15} aria-hidden />
          <div>
            {unreadable.length === 0 ? null : (
              <p>
                {t('evidence.acquire.unreadable', { count: unreadable.length, name: visibleName(unreadable[0] ?? '') })}
              </p>
            )}
            {refused.length === 0 ? null : (
              <p>
                {t('evidence.acquire.badNames', { count: refused.length, name: visibleName(refused[0]?.path ?? '') })}
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
