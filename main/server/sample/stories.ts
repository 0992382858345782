import type { CasePriority } from '../../../shared/schema/case.ts'
import type { SampleSubject } from './people.ts'

/** A kind of invented case: what is known when it is opened, what the work finds, and how it ends. */
export interface Story {
  readonly priority: CasePriority
  readonly title: (subject: SampleSubject) => string
  readonly brief: (subject: SampleSubject, amount: string) => string
  /** Notes while it is worked on, in order. */
  readonly findings: readonly string[]
  /** Rationale of the step to review or escalation. */
  readonly handover: string
  /** Rationale of the end. */
  readonly outcome: string
}

/** Twenty kinds of case, invented. */
export const stories: readonly Story[] = [
  {
    priority: 'urgent',
    title: ({ name }) => `Account takeover: ${name}`,
    brief: ({ name, place }, amount) =>
      `${name} (${place}) reports three transfers of ${amount} in total that she or he did not make. The password was reset ` +
      `from an unknown device at 02:14, eleven minutes before the first transfer. The card is blocked; recall requests went out ` +
      `to both receiving banks.`,
    findings: [
      'The reset came from a mobile network in another country; the SIM had been swapped the evening before. The operator ' +
        'confirms the swap at a shop with a forged identity card.',
      'Receiving account 1 is frozen with 62 % of the money on it. Receiving account 2 was emptied within nine minutes at two ' +
        'cash machines; camera pictures are requested.',
    ],
    handover:
      'All transfers are traced; the recall of the first is confirmed. The rest needs the police report number before we can ' +
      'close.',
    outcome:
      'Loss of the second transfer accepted and refunded to the customer. Device and both receiving accounts are on the watch list.',
  },
  {
    priority: 'high',
    title: ({ name }) => `Mule account suspected: ${name}`,
    brief: ({ name, place }, amount) =>
      `Account of ${name} in ${place}, opened five weeks ago as a student account, received 27 credits from unrelated persons ` +
      `(${amount}) and sent 96 % on within the hour, mostly to one exchange for virtual assets.`,
    findings: [
      'The holder says that an "agency" pays a commission of 5 % for forwarding. Chat logs handed over voluntarily; two further ' +
        'account numbers in them are with us.',
      'Four senders have filed fraud reports for purchases that never arrived. Amounts and times match.',
    ],
    handover: 'Pattern and statement agree. Proposed: report, close the account, keep the remaining balance blocked.',
    outcome: 'Report filed. Account closed, remaining balance returned to the senders in proportion.',
  },
  {
    priority: 'high',
    title: ({ name }) => `Invoice redirection: ${name}`,
    brief: ({ name, place }, amount) =>
      `A customer paid ${amount} to a new account after an e-mail that appeared to come from its supplier ${name}, ${place}. ` +
      `The supplier has not changed its account. The sender address differs by one letter.`,
    findings: [
      'Header analysis: the message was sent through a host registered six days earlier. The thread it answers is real, so a ' +
        'mailbox on one side is compromised.',
      'The beneficiary bank confirms that the funds are still there and holds them for ten days.',
    ],
    handover: 'Indemnity letter drafted. Needs a second look before it goes out because of the amount.',
    outcome: 'Funds returned in full. The customer has introduced call-backs for changed accounts.',
  },
  {
    priority: 'medium',
    title: ({ name }) => `Structuring of cash deposits: ${name}`,
    brief: ({ name, place }, amount) =>
      `${name} made 19 cash deposits within eight days at five branches around ${place}, each just below the reporting ` +
      `threshold, ${amount} in total. The stated trade is a market stall.`,
    findings: [
      'Takings declared for last year are a sixth of this month’s deposits. No invoices for goods on the account.',
      'Two deposits were made by another person, who is a director of a company that received most of the money.',
    ],
    handover: 'Explanations requested in writing came back without documents. Proposed: report.',
    outcome: 'Report filed; relationship ended with two months’ notice.',
  },
  {
    priority: 'low',
    title: ({ name }) => `Dormant account woke up: ${name}`,
    brief: ({ name, place }, amount) =>
      `No movement for four years, then an address change to ${place}, a new phone number and a withdrawal of ${amount} within ` +
      `three days for ${name}.`,
    findings: [
      'Branch staff compared the signature with the card of the opening: differences in slant and pressure. The customer was asked to come in person.',
      'The customer came with an identity card and a landlord’s confirmation; had lived abroad.',
    ],
    handover: 'Identity is confirmed by two documents; proposed as false alarm.',
    outcome: 'False alarm. Contact details confirmed in the branch.',
  },
  {
    priority: 'urgent',
    title: ({ name }) => `Payment in progress to a romance fraudster: ${name}`,
    brief: ({ name, place }, amount) =>
      `The branch in ${place} called: ${name} insists on sending ${amount} to a person whom she or he has never met. Fourth ` +
      `transfer within two months. The payment is held until this evening.`,
    findings: [
      'Spoke with the customer for forty minutes; the pictures of the "engineer" are found on a model agency’s site. The ' +
        'customer wants time until tomorrow.',
      'Earlier transfers went to three accounts in two countries; recalls sent, one answered: account empty.',
    ],
    handover: 'The customer now agrees to cancel. Protective note set on the account with consent.',
    outcome: 'Payment cancelled. Victim support has been put in touch with the customer.',
  },
  {
    priority: 'medium',
    title: ({ name }) => `Loan application with forged payslips: ${name}`,
    brief: ({ name, place }, amount) =>
      `Application for ${amount} by ${name}, ${place}. The payslips carry an employer number that does not exist and the same ` +
      `typeface error as two applications of last month.`,
    findings: [
      'The employer’s payroll office does not know the applicant.',
      'The three applications share the e-mail provider, the upload time of night and a device fingerprint.',
    ],
    handover: 'Link to two other cases is documented. Proposed: decline and report as a group.',
    outcome: 'Declined. Reported together with the two earlier applications.',
  },
  {
    priority: 'high',
    title: ({ name }) => `Card testing at merchant ${name}`,
    brief: ({ name, place }, amount) =>
      `1,340 authorisations of 1.00 within two hours at ${name}, ${place}, from 900 card numbers in sequence; 71 were followed ` +
      `by purchases of ${amount} altogether elsewhere.`,
    findings: [
      'The merchant’s checkout had no limit per session; it was set at 11:20 and attempts stopped.',
      'All 71 cards are replaced, holders informed. 64 purchases disputed so far.',
    ],
    handover: 'Chargebacks are in preparation. Merchant agreement needs a review by the acquirer.',
    outcome: 'Losses charged back; the merchant keeps the session limit and a challenge.',
  },
  {
    priority: 'low',
    title: ({ name }) => `Refund abuse: ${name}`,
    brief: ({ name, place }, amount) =>
      `${name} (${place}) has claimed "parcel not received" for 14 of 22 orders at six merchants in a year, ${amount} in all.`,
    findings: [
      'Delivery proofs with the customer’s signature exist for nine of the fourteen.',
      'The customer withdrew three claims when asked for a statement in lieu of an oath.',
    ],
    handover: 'Evidence is sufficient for six claims. Proposed: refuse these and warn.',
    outcome: 'Six refunds taken back, written warning given.',
  },
  {
    priority: 'high',
    title: ({ name }) => `Trade documents do not agree: ${name}`,
    brief: ({ name, place }, amount) =>
      `Letter of credit over ${amount} for ${name}, ${place}: the bill of lading names a ship that was in dry dock on the ` +
      `loading day, and the unit price is four times that of the market.`,
    findings: [
      'The shipping line confirms in writing that no such container was loaded.',
      'Buyer and seller share a formation agent and a former director. Beneficial owner not established yet.',
    ],
    handover: 'Escalated because a correspondent bank has asked about the same buyer.',
    outcome: 'Documents refused as discrepant, report filed, both parties exited.',
  },
  {
    priority: 'medium',
    title: ({ name }) => `Identity theft in account opening: ${name}`,
    brief: ({ name, place }, amount) =>
      `An account in the name of ${name}, ${place}, was opened by video with a passport reported lost in March. An overdraft of ` +
      `${amount} was used up within two days.`,
    findings: [
      'The real person filed a report and has never been a customer of ours. The video shows somebody else wearing tinted glasses.',
      'The vendor of the identification confirms that one check was skipped by an agent under time pressure.',
    ],
    handover: 'Victim’s record needs correction at the credit bureau before this can end.',
    outcome: 'Debt written off, bureau record corrected, vendor’s procedure changed.',
  },
  {
    priority: 'medium',
    title: ({ name }) => `Staged collision claims around ${name}`,
    brief: ({ name, place }, amount) =>
      `Third collision in ${place} within seven months in which ${name} appears, each time as another party. Claimed: ` +
      `${amount}. The same workshop wrote all estimates.`,
    findings: [
      'Pictures of the damage in claims 1 and 3 show the same bumper with the same scratch.',
      'The event recorder of the rental car shows no braking before the impact.',
    ],
    handover: 'Proposed: refuse and hand the pictures to the insurers’ association.',
    outcome: 'Claims refused; criminal complaint filed by the insurer.',
  },
  {
    priority: 'urgent',
    title: ({ name }) => `Sanctions hit on an outgoing wire: ${name}`,
    brief: ({ name, place }, amount) =>
      `Outgoing wire of ${amount} to ${name}, ${place}, matches a listed person by name and year of birth. The wire is stopped; ` +
      `the customer asks hourly.`,
    findings: [
      'The list names another father’s name and another place of birth. A passport copy was asked from the beneficiary.',
    ],
    handover: 'Secondary identifiers differ. Release needs a supervisor.',
    outcome: 'False match by two secondary identifiers; wire released, exception recorded for a year.',
  },
  {
    priority: 'high',
    title: ({ name }) => `Payroll diverted: ${name}`,
    brief: ({ name, place }, amount) =>
      `${name} in ${place} paid the salaries of seven employees (${amount}) to new accounts after changes in the payroll portal ` +
      `that none of them had made.`,
    findings: [
      'All seven had entered their password on a copy of the portal the Friday before.',
      'Three receiving accounts are ours and are frozen; four are with a neobank that has answered.',
    ],
    handover: 'Six of seven salaries are secured. The seventh needs a court order at the other bank.',
    outcome: 'Six salaries returned, the seventh refunded by the employer’s insurance.',
  },
  {
    priority: 'low',
    title: ({ name }) => `Employee with unusual look-ups: ${name}`,
    brief: ({ name, place }) =>
      `Access logs of the branch in ${place} show 43 look-ups of accounts without a customer contact by ${name} in two weeks, ` +
      `nine of them of one family.`,
    findings: [
      'Interview held together with human resources. Twenty look-ups are explained by a campaign list.',
      'The nine look-ups concern relatives; no data left the bank according to the mail and print logs.',
    ],
    handover: 'No sign of a disclosure. Labour law side is with human resources.',
    outcome: 'Breach of the access rule without damage; written reprimand.',
  },
  {
    priority: 'medium',
    title: ({ name }) => `Investment platform complaints: ${name}`,
    brief: ({ name, place }, amount) =>
      `Eleven customers sent ${amount} to a "trading platform" that names ${name}, ${place}, as its payment agent. Withdrawals ` +
      `are answered with a demand for taxes in advance.`,
    findings: [
      'The platform’s address was registered four months ago; the licence number on it belongs to a bakery.',
      'Two more customers were found through the beneficiary account and called before they paid again.',
    ],
    handover: 'The supervisory authority should see this; escalated for a joint report.',
    outcome: 'Reported to the authority; beneficiary blocked for all customers.',
  },
  {
    priority: 'high',
    title: ({ name }) => `Cheque fraud with washed cheques: ${name}`,
    brief: ({ name, place }, amount) =>
      `Five cheques of a housing association, altered by chemical washing to ${name}, were paid in by mobile deposit in ` +
      `${place}: ${amount}.`,
    findings: [
      'The originals were posted in one letter box on one day; the postal inspector has an open case for it.',
      'Under raking light the first payee is legible on three of five.',
    ],
    handover: 'Reimbursement claim to the depositary bank is ready to be signed.',
    outcome: 'Depositary bank accepted liability for four; the fifth is borne by us.',
  },
  {
    priority: 'medium',
    title: ({ name }) => `Subsidy application with a copied register extract: ${name}`,
    brief: ({ name, place }, amount) =>
      `Emergency subsidy of ${amount} for ${name}, ${place}. The register extract carries the number of another company; the ` +
      `account was opened two days before the application.`,
    findings: [
      'The managing director named in the application died in 2019.',
      'Same text blocks as in nine applications that another bank reported last week.',
    ],
    handover: 'Money is still on the account. Proposed: block and inform the granting office.',
    outcome: 'Subsidy returned to the granting office in full.',
  },
  {
    priority: 'low',
    title: ({ name }) => `Tip from a neighbour about ${name}`,
    brief: ({ name, place }) =>
      `Anonymous letter to the branch in ${place}: ${name} is said to run a card game with bank cards of elderly people.`,
    findings: [
      'No account of the named person here. Two elderly customers at the same address; movements unremarkable.',
      'Home visit by the branch manager: both customers are well and hold their own cards.',
    ],
    handover: 'No lead left. Proposed to close.',
    outcome: 'Not substantiated.',
  },
  {
    priority: 'urgent',
    title: ({ name }) => `Remote access session on the line: ${name}`,
    brief: ({ name, place }, amount) =>
      `Call centre: ${name} (${place}) is on the phone with "technical support" that has control of the screen. Transfers of ` +
      `${amount} are prepared, two of them sent.`,
    findings: [
      'Online banking was blocked at 14:06 during the call. The session came through a remote control tool of the free kind.',
      'One of the two sent transfers was recalled in time. The device is with a repair shop for reinstallation.',
    ],
    handover: 'Recall of the other one is pending with the receiving bank.',
    outcome: 'One transfer recovered, one lost; customer refunded in half by goodwill.',
  },
]
