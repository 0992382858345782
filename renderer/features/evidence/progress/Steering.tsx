import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { visibleName } from '../../../ui/file-name.ts'

type Props = {
  readonly name: string
  /** Absent where it cannot be paused or resumed now. */
  readonly onPause?: () => void
  readonly onResume?: () => void
  readonly onCancel: () => void
  readonly busy?: boolean
}

/** Pause or resume, and cancel. */
export const Steering = ({ name, onPause, onResume, onCancel, busy = false }: Props) => {
  const { t } = useTranslation()
  const shown = visibleName(name)
  const turn = onPause ?? onResume
  const word = onPause === undefined ? 'resume' : 'pause'
  return (
    <>
      {turn === undefined ? null : (
        <Tooltip label={t(`evidence.progress.${word}`)}>
          <ActionIcon
            variant="default"
            size={26}
            onClick={turn}
            disabled={busy}
            aria-label={t(`evidence.progress.${word}Of`, { name: shown })}
          >
            {onPause === undefined ? (
              <IconPlayerPlay size={14} aria-hidden />
            ) : (
              <IconPlayerPause size={14} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('evidence.progress.cancelHint')}>
        <ActionIcon
          variant="default"
          size={26}
          onClick={onCancel}
          disabled={busy}
          aria-label={t('evidence.progress.cancelOf', { name: shown })}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
