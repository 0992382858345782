import type { SlaState } from '../../../shared/schema/case.ts'
import { SlaCountdown } from '../../ui/SlaCountdown.tsx'
import { useTicking } from '../../ui/clock.ts'

/** An hour before its deadline an alert is due soon. */
const soonMs = 3_600_000

/** The time left until an alert should have its disposition. */
export const DispositionDue = ({ at }: { readonly at: string }) => {
  const due = Date.parse(at)
  const state = useTicking((now): SlaState => (now >= due ? 'breached' : due - now < soonMs ? 'due_soon' : 'on_track'))
  return <SlaCountdown dueAt={at} state={state} />
}
