import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type News = {
  /** The device whose arrival order these numbers count. */
  readonly device: string
  /** Everything up to this arrival number was seen; null: nothing was ever asked for. */
  readonly since: number | null
  /** Cases that were opened since, with the newest arrival number that was there then. */
  readonly opened: Readonly<Record<string, number>>
}

/** What this person has looked at of what others sent; kept by the window, no part of the workspace. */
export const useNewsMemory = create<News>()(
  persist<News>(() => ({ device: '', since: null, opened: {} }), { name: 'fieldseal.news' }),
)

/** Begins to count from here: what came before is not news. */
export const countNewsFrom = (device: string, cursor: number): void => {
  useNewsMemory.setState({ device, since: cursor, opened: {} })
}

/** A case was looked at, with what had arrived by then. */
export const sawCase = (caseId: number, latest: number): void => {
  useNewsMemory.setState(({ opened }) =>
    (opened[caseId] ?? 0) >= latest ? {} : { opened: { ...opened, [caseId]: latest } },
  )
}
