import type { App, Session as ElectronSession, WebContents } from 'electron'
import { isOwnPage, isOwnUrl } from './page.ts'

export type Refusal = (what: string) => void

/** Addresses without an authority stay inside the page that made them; everything else must be the window's own. */
const isLocal = (address: string): boolean => isOwnUrl(address) || /^(blob:app:\/\/fieldseal\/|data:|devtools:)/.test(address)

/**
 * The one permission there is: the window's own page may put text on the clipboard after a click, so that case numbers and
 * hashes can be copied. It cannot read the clipboard.
 */
export const isPermitted = (permission: string, requester: string): boolean => permission === 'clipboard-sanitized-write' && isOwnPage(requester)

/** Denies every permission but that one, and every device and foreign request of a session. */
export function lockSession(session: ElectronSession, refused: Refusal): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const permitted = details.isMainFrame && isPermitted(permission, details.requestingUrl)
    if (!permitted) refused(`permission ${permission}`)
    callback(permitted)
  })
  session.setPermissionCheckHandler((_contents, permission, origin, details) => details.isMainFrame && isPermitted(permission, origin))
  session.setDevicePermissionHandler(() => false)
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }))
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}))
  session.setSpellCheckerEnabled(false)
  session.webRequest.onBeforeRequest((details, callback) => {
    const cancel = !isLocal(details.url)
    if (cancel) refused(`request to ${new URL(details.url).protocol}//…`)
    callback({ cancel })
  })
}

/** Keeps one page on its own origin: no navigation elsewhere, no second window, no embedded page. */
export function lockContents(contents: WebContents, refused: Refusal): void {
  const stay = (event: { preventDefault(): void }, address: string): void => {
    if (isOwnPage(address)) return
    event.preventDefault()
    refused('navigation')
  }
  contents.on('will-navigate', (event) => stay(event, event.url))
  contents.on('will-redirect', (event) => stay(event, event.url))
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) {
      event.preventDefault()
      refused('frame')
    }
  })
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
    refused('webview')
  })
  contents.setWindowOpenHandler(() => {
    refused('window.open')
    return { action: 'deny' }
  })
}

/** Holds the rules for everything that the application will ever open. */
export function lockApp(app: App, refused: Refusal): void {
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
}
