import type { Finding } from '../../../shared/schema/findings.ts'
import { makeFinding } from '../../seal/findings.ts'
import type { FindingChain } from '../../seal/findings.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { hasSealedHub } from './hub-proofs.ts'
import type { HubStanding } from './hub-proofs.ts'

/** Whether a chain is among the cases, and what must be said where it is not (L-85). */
export interface ChainShowing {
  readonly isShown: boolean
  readonly findings: readonly Finding[]
}

interface Placed {
  /** How many entries the hub has announced. */
  readonly announced: number
  readonly here: number
  /**
   * Whether a restored hub has lost places of entries (Y-55): how many there will be is not known until it has them
   * again.
   */
  readonly rewound: 0 | 1
}

const hiddenSql = `select s.announced, (select count(*) from entries e where e.chain = c.id and e.hub_pos is not null) as here,
    exists (select 1 from pending p where p.chain = c.id and p.place < '~') as rewound
  from standings s join chains c on c.uid = s.uid where c.id = ? and s.shown = 0`

const hidden = (subject: FindingChain, message: string): ChainShowing => ({
  isShown: false,
  findings: [makeFinding(subject, 'case_incomplete', message)],
})

/**
 * A case is hidden from people while it comes from the hub (Y-25), and a chain without a place among the cases is kept
 * unseen (Y-46). What says so is local: it counts where a hub is sealed, as long as
 * entries are still to come, and it is told. Anything else that is hidden is replayed like every case, so that its
 * missing rows are found.
 */
export const showingOf = (
  sql: SyncStatements,
  hub: HubStanding,
  { chainId, ...subject }: FindingChain & { readonly chainId: number },
): ChainShowing => {
  const isOnItsWay = hasSealedHub(hub)
  if (chainId < 0) {
    return isOnItsWay
      ? hidden(
          subject,
          'the chain is kept without a place among the cases, so nobody sees it: its opening gives no number that can be taken',
        )
      : {
          isShown: false,
          findings: [
            makeFinding(subject, 'row_differs', 'the chain has no place among the cases, and no hub explains it'),
          ],
        }
  }
  const row = isOnItsWay ? sql.get<Placed>(hiddenSql, chainId) : undefined
  if (row === undefined || (row.here >= row.announced && row.rewound === 0)) return { isShown: true, findings: [] }
  return hidden(
    subject,
    `the case is hidden until all of it has come from the hub: ${row.here} of ${row.announced} entries are here`,
  )
}
