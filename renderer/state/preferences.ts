import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { keptStorage } from './kept.ts'

export const colourChoices = ['system', 'light', 'dark'] as const
export type ColourChoice = (typeof colourChoices)[number]

type Preferences = {
  readonly colour: ColourChoice
  readonly sidebarOpen: boolean
  /** The order of the alerts that this person last chose. */
  readonly alertSort: string
}

const defaults: Preferences = { colour: 'system', sidebarOpen: true, alertSort: '' }

/** What one person on one machine likes; kept by the window, no part of the workspace. */
export const usePreferences = create<Preferences>()(
  persist<Preferences>(() => defaults, { name: 'fieldseal.preferences', storage: createJSONStorage(keptStorage) }),
)

export const setColour = (colour: ColourChoice): void => {
  usePreferences.setState({ colour })
}

export const toggleSidebar = (): void => {
  usePreferences.setState(({ sidebarOpen }) => ({ sidebarOpen: !sidebarOpen }))
}

export const rememberAlertSort = (alertSort: string): void => {
  usePreferences.setState({ alertSort })
}
