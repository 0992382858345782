import type { App, Session as ElectronSession, WebContents, WebFrameMain } from 'electron'
import { isOwnPage, isOwnUrl } from './page.ts'
import { isViewerPage, isViewerUrl } from './viewer.ts'

export type ReportRefused = (what: string) => void

/**
 * Addresses without an authority stay inside the page that made them (`blob:null/` is the viewer's); everything else
 * must be ours.
 */
const isLocal = (address: string): boolean =>
  isOwnUrl(address) || isViewerUrl(address) || /^(blob:app:\/\/fieldseal\/|blob:null\/|data:|devtools:)/.test(address)

/**
 * The one permission there is: the window's own page may put text on the clipboard after a click, so that case numbers
 * and hashes can be copied. It cannot read the clipboard.
 */
export const isPermitted = (permission: string, requester: string): boolean =>
  permission === 'clipboard-sanitized-write' && isOwnPage(requester)

/**
 * A proxy that is not there. Pages and data come over schemes that main answers itself, so Chromium has nothing to
 * fetch; what asks neither a policy nor `onBeforeRequest` (WebRTC over TCP) ends here.
 */
const nowhere = { mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:1', proxyBypassRules: '<-loopback>' } as const

/**
 * Denies every permission but that one, and every device and foreign request of a session. Resolves when it is cut off.
 */
async function lockSession(session: ElectronSession, refused: ReportRefused): Promise<void> {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const permitted = details.isMainFrame && isPermitted(permission, details.requestingUrl)
    if (!permitted) refused(`permission ${permission}`)
    callback(permitted)
  })
  session.setPermissionCheckHandler(
    (_contents, permission, origin, details) => details.isMainFrame && isPermitted(permission, origin),
  )
  session.setDevicePermissionHandler(() => false)
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }))
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}))
  session.setSpellCheckerEnabled(false)
  session.webRequest.onBeforeRequest((details, callback) => {
    const cancel = !isLocal(details.url)
    if (cancel) refused(`request to ${new URL(details.url).protocol}//…`)
    callback({ cancel })
  })
  await session.setProxy(nowhere)
}

/** Whether a frame is the preview in our own page, going to the viewer: there is no other frame. */
const isPreview = (
  event: { readonly url: string; readonly frame: WebFrameMain | null },
  contents: WebContents,
): boolean => isViewerPage(event.url) && event.frame !== null && event.frame.parent === contents.mainFrame

/**
 * Keeps one page on its own origin: no navigation elsewhere, no second window, no embedded page but the viewer of
 * evidence.
 */
export function lockContents(contents: WebContents, refused: ReportRefused): void {
  const stay = (event: { preventDefault(): void }, address: string): void => {
    if (isOwnPage(address)) return
    event.preventDefault()
    refused('navigation')
  }
  contents.on('will-navigate', (event) => stay(event, event.url))
  contents.on('will-redirect', (event) => stay(event, event.url))
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame || isPreview(event, contents)) return
    event.preventDefault()
    refused('frame')
  })
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
    refused('webview')
  })
  // Nothing here speaks WebRTC; should a preview be made to, it finds no way out.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(() => {
    refused('window.open')
    return { action: 'deny' }
  })
}

/**
 * Holds the rules for everything that the application will ever open. A session is locked as it is created, whoever
 * creates it; none is excepted.
 *
 * @returns resolves once a session is cut off from the network, which takes Chromium a moment
 */
export function lockApp(app: App, refused: ReportRefused): (session: ElectronSession) => Promise<void> {
  const locks = new WeakMap<ElectronSession, Promise<void>>()
  const locked = (session: ElectronSession): Promise<void> => {
    const lock = locks.get(session) ?? lockSession(session, refused)
    locks.set(session, lock)
    return lock
  }
  app.on('session-created', (session) => {
    locked(session).catch((error: Error) => {
      refused(`a session that could not be locked: ${error.message}`)
      app.exit(1)
    })
  })
  app.on('web-contents-created', (_event, contents) => lockContents(contents, refused))
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, callback) => {
    event.preventDefault()
    callback(false)
  })
  app.on('select-client-certificate', (event, _contents, _url, _list, callback) => {
    event.preventDefault()
    callback()
  })
  app.on('login', (event) => event.preventDefault())
  return locked
}
