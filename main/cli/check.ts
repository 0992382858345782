/** One thing that was looked at; `advice` says what to do. */
export interface DoctorCheck {
  readonly check:
    | 'database'
    | 'seals'
    | 'keys'
    | 'lock'
    | 'disk'
    | 'staging'
    | 'set-aside'
    | 'updates'
    | 'stored-files'
    | 'sync'
    | 'hub'
    | 'hub-devices'
    | 'hub-evidence'
  readonly state: 'ok' | 'warning' | 'fault'
  readonly detail: string
  readonly advice?: string
}
