import type { AlertEntity, SubjectRole } from '../../../shared/schema/alerts.ts'

/** Words of signals by which an account was taken from whom it belongs to. */
const takenOver = /impossible_travel|credential_stuffing|takeover|new_device|login|password|many_(?:devices|ips)/u
/** Words of signals by which somebody passes money on, or hides where it comes from. */
const passesOn =
  /mule|pass_through|rapid_(?:in|out)|structuring|smurf|layering|fan_(?:in|out)|cycle|laundering|many_(?:customers|accounts)/u

/**
 * Who whom a confirmed alert is about most likely is, by what it is and by the typology of its signals: of a payment
 * that was fraud the payer is mostly the victim, and whom many pay at is mostly where their cards were copied. A person
 * says otherwise where it is otherwise.
 */
export const proposedRole = (kind: AlertEntity['kind'], signals: readonly string[]): SubjectRole => {
  switch (kind) {
    case 'terminal':
    case 'device':
    case 'ip':
      return 'compromised'
    case 'counterparty':
      return 'suspect'
    case 'customer':
    case 'account': {
      const [leading = ''] = signals
      if (passesOn.test(leading)) return 'mule'
      return takenOver.test(leading) ? 'taken_over' : 'victim'
    }
  }
}

/** What a role says of whom it is about: who is bad, at what somebody was exposed, and who was wronged. */
export const standingOfRole = (role: SubjectRole): 'bad' | 'compromised' | 'wronged' =>
  role === 'suspect' || role === 'mule' ? 'bad' : role === 'compromised' ? 'compromised' : 'wronged'
