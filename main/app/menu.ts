import type { MenuItemConstructorOptions } from 'electron'
import type { Command } from '../../shared/ipc/bridge.ts'
import { messages } from './messages.ts'

export type MenuActions = {
  send(command: Command): void
  showLogs(): void
  saveRecoveryKey(): void
  reload(): void
}

type MenuOptions = { readonly isMac: boolean; readonly isDevelopment: boolean }

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** The native menu. Items of the trade send a command to the window; the rest is the system's own. */
export function menuTemplate(
  actions: MenuActions,
  { isMac, isDevelopment }: MenuOptions,
): MenuItemConstructorOptions[] {
  const item = (label: string, command: Command, accelerator?: string): MenuItemConstructorOptions => ({
    id: command,
    label,
    click: () => actions.send(command),
    ...(accelerator === undefined ? {} : { accelerator }),
  })
  const development: MenuItemConstructorOptions[] = isDevelopment
    ? [separator, { label: messages.developerTools, role: 'toggleDevTools' }]
    : []
  return [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: messages.file,
      submenu: [
        item(messages.newCase, 'case.new', 'CmdOrCtrl+N'),
        item(messages.importCases, 'import.cases', 'CmdOrCtrl+Shift+I'),
        separator,
        { id: 'recovery-key.save', label: messages.saveRecoveryKey, click: () => actions.saveRecoveryKey() },
        separator,
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: messages.edit,
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        item(messages.search, 'case.search', 'CmdOrCtrl+F'),
        item(messages.palette, 'palette.open', 'CmdOrCtrl+K'),
      ],
    },
    {
      label: messages.view,
      submenu: [
        item(messages.caseList, 'case.list', 'CmdOrCtrl+1'),
        separator,
        item(messages.toggleTheme, 'theme.toggle', 'CmdOrCtrl+Shift+L'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        separator,
        { label: messages.reload, accelerator: 'CmdOrCtrl+R', click: () => actions.reload() },
        ...development,
      ],
    },
    {
      label: messages.case,
      submenu: [
        item(messages.addNote, 'case.note', 'CmdOrCtrl+Shift+N'),
        item(messages.changeStatus, 'case.status', 'CmdOrCtrl+Shift+S'),
        item(messages.assign, 'case.assign', 'CmdOrCtrl+Shift+A'),
        separator,
        item(messages.verifyCase, 'case.verify', 'CmdOrCtrl+Shift+Y'),
        item(messages.verifyWorkspace, 'workspace.verify'),
      ],
    },
    {
      label: messages.help,
      role: 'help',
      submenu: [
        item(messages.shortcuts, 'help.shortcuts', 'F1'),
        { label: messages.showLogs, click: () => actions.showLogs() },
        separator,
        item(messages.about, 'help.about'),
      ],
    },
  ]
}
