/**
 * What is known of the proof of a case: on a screen from the device, in a document from the copy that it is made of.
 */
export interface ProofOfCase {
  /** Entries that there are. */
  readonly entries: number
  /**
   * The first so many entries, in the order of the hub, that its newest checkpoint covers; 0: none, or there is no hub.
   */
  readonly witnessed: number
  /** The first so many that a witness of the hub's log has cosigned; absent: not known here. */
  readonly cosigned?: number
  /** The first so many that an authority has stamped, and when; null: none; absent: not known here. */
  readonly stamped?: { readonly entries: number; readonly at: string } | null
}

/** What is proven of a case, the most first; nothing that is said of it claims more. */
export interface Proven {
  /** How far it is proven that nothing is missing and nothing was put in its place. */
  readonly reach: 'device_alone' | 'up_to_an_entry' | 'to_the_end'
  /** What every entry proves by itself. */
  readonly sealed: string
  /** Up to where somebody else has seen it. */
  readonly witnessed: string
  /** Whether anything is known to be missing or could be, unseen. */
  readonly complete: string
  /** What is proven of times; null: not known here. */
  readonly stamped: string | null
}

const count = (number: number): string => number.toLocaleString('en')
const entries = (number: number): string => (number === 1 ? '1 entry' : `${count(number)} entries`)
const none = 'No hub has seen this case'

/**
 * S-117: what is proven of a case, in the words that every screen, report, document and dialog uses. A checkpoint of a
 * hub says how far a copy is complete; without one, whoever holds the device and its key could have left out or
 * rewritten anything, and no copy would show it.
 */
export const provenOf = ({ entries: all, witnessed, cosigned, stamped }: ProofOfCase): Proven => {
  const seen = Math.min(witnessed, all)
  const newer = all - seen
  const cosigners =
    cosigned === undefined || cosigned === 0
      ? ''
      : ` Witnesses of its log have cosigned ${entries(Math.min(cosigned, all))}.`
  return {
    reach: seen === 0 ? 'device_alone' : newer > 0 ? 'up_to_an_entry' : 'to_the_end',
    sealed: 'Each entry is signed by its device and names the one before: that shows when one was altered or moved.',
    witnessed:
      seen === 0
        ? `${none}: the device alone vouches for it.`
        : newer === 0
          ? `Witnessed by the hub to the end: ${entries(all)}.${cosigners}`
          : `Witnessed by the hub up to entry ${count(seen)} of ${count(all)}.${cosigners}`,
    complete:
      seen === 0
        ? 'That nothing was left out or rewritten is not proven: whoever holds the device and its key could do it, and no check of a copy would show it.'
        : newer === 0
          ? 'Nothing of it was left out, and nothing was rewritten since.'
          : `Up to there nothing was left out or rewritten. Of the ${count(newer)} newer ${newer === 1 ? 'entry' : 'entries'} that is not proven.`,
    stamped:
      stamped === undefined
        ? null
        : stamped === null
          ? 'No authority has stamped it: its times are what the clocks of the devices said.'
          : `An authority stamped ${entries(stamped.entries)} at ${stamped.at}.`,
  }
}

/** The same as one text: as far as the copy goes, who has seen it, and what is not proven. */
export const provenText = (proof: ProofOfCase): string => {
  const { sealed, witnessed, complete, stamped } = provenOf(proof)
  return [sealed, witnessed, complete, stamped].filter((part) => part !== null).join(' ')
}
