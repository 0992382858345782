/** Names of the ipc channels between `main/preload` and `main/app`; nothing else is listened to. */
export const channels = {
  serviceState: 'fieldseal:service-state',
  serviceStateChanged: 'fieldseal:service-state-changed',
  command: 'fieldseal:command',
  createWorkspace: 'fieldseal:create-workspace',
  keyPlace: 'fieldseal:key-place',
  restartService: 'fieldseal:restart-service',
  invited: 'fieldseal:invited',
  takeInvitation: 'fieldseal:take-invitation',
  showLogs: 'fieldseal:show-logs',
  holdsUnstored: 'fieldseal:holds-unstored',
  kept: 'fieldseal:kept',
  keep: 'fieldseal:keep',
  downloads: 'fieldseal:downloads',
  downloadsChanged: 'fieldseal:downloads-changed',
  steerDownload: 'fieldseal:steer-download',
  chooseCarriedFile: 'fieldseal:choose-carried-file',
} as const
