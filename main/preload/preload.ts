import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'
import type { Command, FieldsealBridge, KeyPlace, ServiceState, Unsubscribe } from '../../shared/ipc/bridge.ts'
import { channels } from '../../shared/ipc/channels.ts'

/** Hands on what main sends on one channel, without the event, which would reach into Electron. */
function subscribe<T>(channel: string, callback: (value: T) => void): Unsubscribe {
  const listener = (_event: IpcRendererEvent, value: T): void => callback(value)
  ipcRenderer.on(channel, listener)
  return () => void ipcRenderer.removeListener(channel, listener)
}

const versionSwitch = '--fieldseal-version='

const bridge: FieldsealBridge = {
  platform: process.platform as FieldsealBridge['platform'],
  version: process.argv.find((argument) => argument.startsWith(versionSwitch))?.slice(versionSwitch.length) ?? '',
  serviceState: () => ipcRenderer.invoke(channels.serviceState) as Promise<ServiceState>,
  onServiceState: (callback) => subscribe<ServiceState>(channels.serviceStateChanged, callback),
  onCommand: (callback) => subscribe<Command>(channels.command, callback),
  createWorkspace: (input) =>
    ipcRenderer.invoke(channels.createWorkspace, input) as ReturnType<FieldsealBridge['createWorkspace']>,
  restartService: () => ipcRenderer.invoke(channels.restartService) as Promise<void>,
  keyPlace: () => ipcRenderer.invoke(channels.keyPlace) as Promise<KeyPlace | null>,
  dataFolder: () => ipcRenderer.invoke(channels.dataFolder) as Promise<string>,
  takeOpened: () => ipcRenderer.invoke(channels.takeOpened) as ReturnType<FieldsealBridge['takeOpened']>,
  onOpened: (callback) => subscribe<null>(channels.opened, () => callback()),
  holdsUnstored: (held) => ipcRenderer.invoke(channels.holdsUnstored, held) as Promise<void>,
  kept: () => ipcRenderer.invoke(channels.kept) as ReturnType<FieldsealBridge['kept']>,
  keep: (name, value) => ipcRenderer.invoke(channels.keep, { name, value }) as Promise<void>,
  downloads: () => ipcRenderer.invoke(channels.downloads) as ReturnType<FieldsealBridge['downloads']>,
  onDownloads: (callback) => subscribe<Parameters<typeof callback>[0]>(channels.downloadsChanged, callback),
  steerDownload: (step) => ipcRenderer.invoke(channels.steerDownload, step) as Promise<void>,
  updates: () => ipcRenderer.invoke(channels.updates) as ReturnType<FieldsealBridge['updates']>,
  onUpdates: (callback) => subscribe<Parameters<typeof callback>[0]>(channels.updatesChanged, callback),
  stepUpdates: (step) => ipcRenderer.invoke(channels.stepUpdates, step) as ReturnType<FieldsealBridge['stepUpdates']>,
  showLogs: () => ipcRenderer.invoke(channels.showLogs) as Promise<void>,
  chooseCarriedFile: (purpose) => ipcRenderer.invoke(channels.chooseCarriedFile, purpose) as Promise<string | null>,
  pathForFile: (file) => webUtils.getPathForFile(file),
}

contextBridge.exposeInMainWorld('fieldseal', bridge)
