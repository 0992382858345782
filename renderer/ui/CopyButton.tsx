import { ActionIcon, CopyButton as MantineCopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Copies a text; the label says what. */
export const CopyButton = ({
  value,
  label,
  size = 22,
}: {
  readonly value: string
  readonly label: string
  readonly size?: number
}) => {
  const { t } = useTranslation()
  return (
    <MantineCopyButton value={value} timeout={1_500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('common.copied') : label}>
          <ActionIcon size={size} onClick={copy} aria-label={copied ? t('common.copied') : label}>
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopyButton>
  )
}
