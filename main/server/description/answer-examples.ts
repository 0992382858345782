import type { AnswerOf } from '../../../shared/api/operation.ts'
import type { readCaseOverview } from '../../../shared/api/case-overview.ts'

const overview: AnswerOf<typeof readCaseOverview> = {
  success: true,
  data: {
    subjects: {
      total: 1,
      open_hits: 1,
      items: [
        {
          kind: 'customer',
          id: '4711',
          name: 'Aleksandr Petrov',
          linked: true,
          roles: [{ role: 'mule', sealed: true, alert_id: 88, case_id: 7 }],
          risk_level: 'critical',
          alerts: { total: 4, open: 2, confirmed: 1, of_case: 2 },
          hits: {
            open: 1,
            confirmed: 0,
            items: [
              {
                id: '018f6b1c-3f5a-7c3e-9b1a-2d4e6f708192',
                state: 'open',
                list: 'ofac_sdn',
                list_title: 'OFAC SDN',
                listed_name: 'PETROV, Aleksandr',
                score: 0.98,
                risk_level: 'critical',
                alert_id: 103,
              },
            ],
          },
          other_cases: {
            total: 1,
            items: [
              {
                id: 7,
                case_number: 'CASE-ACME-20310105-00001',
                title: 'Money passed on within the hour',
                status: 'closed',
                outcome: 'confirmed_fraud',
                created_at: '2031-01-05T08:15:00.000+00:00',
              },
            ],
          },
        },
      ],
    },
    money: {
      transactions: 3,
      without_amount: 1,
      at_risk: [
        { currency: 'EUR', amount: 1250.4 },
        { currency: 'USD', amount: 310 },
      ],
      confirmed: [],
      returned: [{ currency: 'EUR', amount: 50 }],
      lost: [],
    },
    payments: {
      subjects: 1,
      from: '2031-02-01',
      to: '2031-03-04',
      complete: true,
      earlier: true,
      later: false,
      flagged_outside: 0,
      days: [
        {
          day: '2031-03-04',
          totals: [{ currency: 'EUR', count: 3, flagged: 1, amount: 1320.4, flagged_amount: 1250.4 }],
        },
      ],
      currencies: [{ currency: 'EUR', count: 3, flagged: 1, amount: 1320.4, flagged_amount: 1250.4 }],
      other_currencies: 0,
    },
    evidence: {
      pieces: 2,
      bytes: 48_211,
      here: 1,
      at_hub: 1,
      erased: 0,
      elsewhere: 0,
      unreadable: 0,
      newest: [{ id: 12, name: 'statement.pdf', kind: 'pdf', acquired_at: '2031-03-04T10:02:11.120+00:00' }],
    },
    reports: { total: 0, items: [] },
    due: {
      deadline: { due_at: '2031-03-06T10:00:00.000+00:00', state: 'on_track' },
      hold: null,
      alerts: {
        open: 2,
        overdue: 0,
        next: {
          id: 103,
          title: 'Possible match on OFAC SDN: customer 4711',
          due_at: '2031-03-04T14:00:00.000+00:00',
        },
      },
      decisions: { awaiting: 1, proposed: 0, oldest_proposal_at: null },
      conflicts: 0,
      report: null,
    },
  },
}

const examples: Readonly<Record<string, unknown>> = { readCaseOverview: overview }

/** The example answer of an operation; undefined where it has none. */
export const answerExampleOf = (operationId: string): unknown => examples[operationId]
