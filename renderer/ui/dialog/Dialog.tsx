import { Drawer, Modal } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FocusReturn } from './FocusReturn.tsx'

type Props = {
  readonly opened?: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** In CSS pixels. */
  readonly size?: number
  readonly children?: ReactNode
  /** A drawer beside what it is about, which stays in sight, instead of a dialog in the middle. */
  readonly beside?: boolean
  readonly closeOnEscape?: boolean
  readonly closeOnClickOutside?: boolean
  readonly withCloseButton?: boolean
  readonly zIndex?: number
  /** Keys wherever in the dialog the focus is, its close button included. */
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/**
 * The one window over the screen. It may be mounted open and unmounted to close: the focus goes back to where it was,
 * which Mantine's own dialogs do only where `opened` changes while they are mounted.
 */
export const Dialog = ({ opened = true, beside = false, children, ...others }: Props) => {
  const { t } = useTranslation()
  const shared = { ...others, opened, returnFocus: false, closeButtonProps: { 'aria-label': t('common.close') } }
  return (
    <>
      {opened ? <FocusReturn /> : null}
      {beside ? (
        <Drawer {...shared} position="right" overlayProps={{ backgroundOpacity: 0.18 }}>
          {children}
        </Drawer>
      ) : (
        <Modal {...shared}>{children}</Modal>
      )}
    </>
  )
}
