import { ClockNotice } from './ClockNotice.tsx'
import { LockNotice } from './LockNotice.tsx'
import classes from './notices.module.css'

/** What is said on every screen. */
export const Notices = () => (
  <div className={classes.notices}>
    <ClockNotice />
    <LockNotice />
  </div>
)
