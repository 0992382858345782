import { create } from 'zustand'

/** The dialogs that can be opened from anywhere; at most one at a time. */
export type DialogName = 'new-case' | 'palette' | 'break-glass' | 'shortcuts' | 'about'

export const useDialogs = create<{ readonly open: DialogName | null }>(() => ({ open: null }))

export const openDialog = (open: DialogName): void => {
  useDialogs.setState({ open })
}

export const closeDialog = (): void => {
  useDialogs.setState({ open: null })
}
