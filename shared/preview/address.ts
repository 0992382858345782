import type { EvidenceKind } from '../schema/evidence.ts'

/** How a piece can be looked at. `text` and `hex` are there for every piece. */
export const previewViews = ['image', 'pdf', 'table', 'audio', 'video', 'members', 'mail', 'text', 'hex'] as const
export type PreviewView = (typeof previewViews)[number]

const ownView: Readonly<Record<EvidenceKind, PreviewView>> = {
  image: 'image',
  pdf: 'pdf',
  text: 'text',
  table: 'table',
  audio: 'audio',
  video: 'video',
  archive: 'hex',
  disk_image: 'hex',
  other: 'hex',
}

/** Files that are ZIP archives by what their name says: archives, and files of Office, which are made so. */
const zipped =
  /^application\/(?:zip$|vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.|vnd\.ms-\w+\.[\w.]*macroenabled)/iu

/** The view that a piece opens in, and the others that it may be looked at in. */
export const viewsOf = (kind: EvidenceKind, mediaType = ''): readonly PreviewView[] => {
  const usual = ownView[kind]
  const own =
    usual === 'hex' && zipped.test(mediaType)
      ? 'members'
      : usual === 'text' && mediaType === 'message/rfc822'
        ? 'mail'
        : usual
  return [...new Set([own, 'text', 'hex'] as const)].sort((a, b) => Number(b === own) - Number(a === own))
}

/**
 * The viewer's own address in the desktop: another site than the window's, so that Chromium gives it a process of its
 * own.
 */
export const viewerScheme = 'preview'
export const viewerOrigin = `${viewerScheme}://viewer`

/** Where the service serves the viewer beside the window. */
export const servedViewerPath = '/viewer/'

/** The page that shows a view: the reader of PDF is large, so it is a page of its own. */
export const viewerPage = (view: PreviewView): string => (view === 'pdf' ? 'pdf.html' : 'index.html')

/** Every page of the viewer. */
export const viewerPages: readonly string[] = ['index.html', 'pdf.html']

/**
 * The viewer's content security policy. It runs its own script and style and shows what it was handed as blobs; there
 * is no address that it may ask for anything, and `sandbox` keeps its origin opaque even where the page is opened by
 * itself. `self` is the source its own files come from; `embedder` is who may show it.
 */
export const viewerPolicy = (self: string, embedder: string): string =>
  [
    "default-src 'none'",
    `script-src ${self} 'wasm-unsafe-eval'`,
    `style-src ${self}`,
    'img-src blob:',
    'media-src blob:',
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${embedder}`,
    'sandbox allow-scripts',
  ].join('; ')
