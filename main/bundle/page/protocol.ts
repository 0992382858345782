import type { BundleReport } from '../check/verify-bundle.ts'
import type { ChosenFile } from './file-list-source.ts'

/** What the page asks of its worker: one bundle, once. */
export type CheckRequest =
  | { readonly kind: 'archive'; readonly file: File }
  | { readonly kind: 'folder'; readonly files: readonly ChosenFile[] }

/** The steps of a check, in their order. */
export const steps = ['open', 'files', 'records', 'signatures'] as const
export type PageStep = (typeof steps)[number]

/** What the worker says. */
export type CheckAnswer =
  | { readonly kind: 'progress'; readonly step: PageStep; readonly done: number; readonly total: number | null }
  | { readonly kind: 'report'; readonly report: BundleReport }
  /** A bug, or a browser that lacks something; never what a bundle holds. */
  | { readonly kind: 'failed'; readonly message: string }
