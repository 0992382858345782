import { create } from 'zustand'
import type { AlertStatus } from '../../../../shared/schema/alerts.ts'

/** The alert that was disposed of last by whoever sits here. */
export type LastDisposition = {
  readonly id: number
  readonly revision: number
  readonly title: string
  readonly to: AlertStatus
}

export const useLastDisposition = create<{ readonly last: LastDisposition | null }>(() => ({ last: null }))

export const rememberDisposition = (last: LastDisposition | null): void => useLastDisposition.setState({ last })
