import type { PreviewView } from './address.ts'

/** Sent by the viewer to its parent when it has started. */
export const greeting = 'fieldseal-preview'

/** Bytes of one read, at most. */
export const readMax = 4 * 1_048_576

/** Why a piece cannot be shown: the window says it in words in place of the viewer. */
export const previewFailures = ['broken', 'unsupported', 'too_large', 'too_many_pixels', 'unreadable'] as const
export type PreviewFailure = (typeof previewFailures)[number]

/** The piece as the viewer knows it. */
export type PreviewFile = {
  /** Shown to people, never used as an address. */
  readonly name: string
  readonly mediaType: string
  /** Bytes. */
  readonly size: number
  /** Of a view with pages: the one to begin with, counted from 1. */
  readonly page?: number
}

export type ColourScheme = 'light' | 'dark'

/** A message of the window to the viewer. `open` comes once, with the port. */
export type ToViewer =
  | {
      readonly type: 'open'
      readonly file: PreviewFile
      readonly view: PreviewView
      readonly scheme: ColourScheme
      readonly language: string
    }
  | { readonly type: 'bytes'; readonly id: number; readonly bytes: ArrayBuffer }
  | { readonly type: 'refused'; readonly id: number }
  | { readonly type: 'ping'; readonly id: number }
  | { readonly type: 'scheme'; readonly scheme: ColourScheme }
