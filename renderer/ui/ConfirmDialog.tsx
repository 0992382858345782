import { Button } from '@mantine/core'
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog/Dialog.tsx'
import { ErrorState } from './ErrorState.tsx'
import { focusWithin } from './focusPlace.ts'
import { Keys } from './Keys.tsx'
import classes from './states.module.css'

type Props = {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly confirm: string
  readonly onConfirm: () => void
  readonly children?: ReactNode
  /** Something that cannot be undone. */
  readonly danger?: boolean
  readonly pending?: boolean
  readonly disabled?: boolean
  readonly error?: unknown
  readonly size?: number
}

const stay = (): void => undefined

/**
 * A decision in a dialog: Escape cancels, Ctrl+Enter or the button confirms. It stays open until the caller closes it.
 * While it is pending nobody leaves it: what comes of it, and what was refused, would be told to nobody.
 */
export const ConfirmDialog = ({
  opened,
  onClose,
  title,
  confirm,
  onConfirm,
  children,
  danger = false,
  pending = false,
  disabled = false,
  error,
  size = 480,
}: Props) => {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const asked = useRef(title)
  // A next step has another title, and its button is often disabled at first: the focus goes to what is asked now, not
  // to the start of the page.
  useEffect(() => {
    if (asked.current === title) return
    asked.current = title
    focusWithin(form.current?.closest('[role="dialog"]') ?? null)
  }, [title])
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!pending && !disabled) onConfirm()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) submit(event)
  }
  return (
    <Dialog
      opened={opened}
      onClose={pending ? stay : onClose}
      withCloseButton={!pending}
      title={title}
      size={size}
      closeOnClickOutside={false}
      onKeyDown={onKeyDown}
    >
      <form ref={form} onSubmit={submit} className={classes.dialogBody} noValidate>
        {children}
        {error === undefined || error === null ? null : <ErrorState error={error} compact />}
        <div className={classes.dialogFoot}>
          <span className={classes.dialogHint}>
            <Keys shortcut="mod+enter" />
          </span>
          <Button variant="default" onClick={onClose} disabled={pending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color={danger ? 'red' : undefined} loading={pending} disabled={disabled}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
