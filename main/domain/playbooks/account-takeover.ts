import type { Playbook } from '../../../shared/schema/playbooks.ts'
import { reportTask } from './report-task.ts'

/** Account takeover: what to do, in the order in which it usually matters. */
export const accountTakeover: Playbook = {
  key: 'account_takeover',
  version: 1,
  name: 'Account takeover',
  about: 'Somebody else has got hold of a customer’s account and moves money or changes its details.',
  sources: [
    { publisher: 'FinCEN', title: 'Account Takeover Activity (FIN-2011-A016)', year: 2011 },
    {
      publisher: 'FFIEC',
      title: 'Authentication and Access to Financial Institution Services and Systems',
      year: 2021,
    },
  ],
  tasks: [
    {
      key: 'secure',
      title: 'Secure the account',
      instructions: 'End all sessions, block online access and cards, and hold payments that have not left.',
      role: 'investigator',
      due_hours: 1,
      required: true,
      note_required: true,
      evidence: [],
      questions: ['What was blocked, and at what time?'],
    },
    {
      key: 'recall',
      title: 'Recall what has left',
      instructions: 'Ask the receiving banks to hold the money, and note each answer.',
      role: 'investigator',
      due_hours: 4,
      required: true,
      note_required: true,
      evidence: ['Recall requests and answers'],
      questions: ['Which sum was asked for, and how much is held?'],
    },
    {
      key: 'customer',
      title: 'Reach the customer by a known number',
      instructions:
        'Use contact data from before the first suspicious change. Settle which payments and changes are theirs.',
      role: 'investigator',
      due_hours: 8,
      required: true,
      note_required: true,
      evidence: ['Record of the call'],
      questions: ['Which actions does the customer deny?', 'What did they click, install or tell anybody?'],
    },
    {
      key: 'access',
      title: 'Establish how access was gained',
      instructions: 'Compare devices, addresses, times and changes of credentials with the customer’s habits.',
      role: 'investigator',
      due_hours: 48,
      required: true,
      note_required: true,
      evidence: ['Login and device log', 'Log of changed details'],
      questions: ['When did the first foreign session begin?', 'Which factor was overcome, and how?'],
    },
    {
      key: 'others',
      title: 'Look for other accounts from the same device or address',
      instructions: 'Search for the devices, addresses and receiving accounts elsewhere.',
      role: 'investigator',
      due_hours: 48,
      required: false,
      note_required: false,
      evidence: [],
      questions: ['Which other customers are touched?'],
    },
    reportTask(72),
  ],
}
