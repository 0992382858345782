import shared from '../sync.module.css'
import { Codes } from './Codes.tsx'
import { Devices } from './Devices.tsx'
import { LogHead } from './LogHead.tsx'
import { Quarantine } from './Quarantine.tsx'

/** The administration of a hub: who may join, who has joined, what was kept aside, and who watches. */
export const HubTab = () => (
  <div className={shared.scroll}>
    <div className={shared.sheet}>
      <Codes />
      <Devices />
      <Quarantine />
      <LogHead />
    </div>
  </div>
)
