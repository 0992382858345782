import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** Where the window was when it was last closed; lengths in device-independent pixels. */
export const windowState = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(640).max(16_384),
  height: z.int().min(480).max(16_384),
  maximized: z.boolean(),
  /** Set after the graphics process kept crashing: the next start draws in software. */
  softwareRendering: z.boolean(),
})
export type WindowState = z.infer<typeof windowState>

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

export const defaultWindowState: WindowState = { width: 1360, height: 860, maximized: false, softwareRendering: false }

/** The kept state, or the default where there is none or it is damaged. */
export function readWindowState(file: string): WindowState {
  try {
    return windowState.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return defaultWindowState
  }
}

/** Keeps the state; a full disk costs the position and nothing else. */
export function writeWindowState(file: string, state: WindowState): boolean {
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(state))
    return true
  } catch {
    return false
  }
}

/**
 * The state moved onto a screen that is there: a position off every screen is forgotten, and a size is cut to the
 * largest.
 */
export function fitToScreens(state: WindowState, screens: readonly Area[]): WindowState {
  const { x, y } = state
  const width = Math.min(state.width, Math.max(640, ...screens.map((screen) => screen.width)))
  const height = Math.min(state.height, Math.max(480, ...screens.map((screen) => screen.height)))
  const reachable =
    x !== undefined &&
    y !== undefined &&
    screens.some(
      (screen) =>
        x + width > screen.x + 80 &&
        x < screen.x + screen.width - 80 &&
        y >= screen.y - 10 &&
        y < screen.y + screen.height - 40,
    )
  return {
    width,
    height,
    maximized: state.maximized,
    softwareRendering: state.softwareRendering,
    ...(reachable ? { x, y } : {}),
  }
}
