/** The entry by which somebody asks for the bytes of a piece of evidence to be erased. */
export const erasureRequestType = 'evidence.erasure_requested'
/** The entry by which another refuses it. */
export const erasureDeclinedType = 'evidence.erasure_declined'
/** The entry by which another approves it: with it the bytes go. */
export const erasureType = 'evidence.erased'

/** What of an entry decides whether it erases. */
export interface ErasureAct {
  readonly type: string
  readonly actor: string
  /** The uid of the piece. */
  readonly subject: string
}

/**
 * L-131: whether an `evidence.erased` has its effect: it names a request about the same piece, and whoever approves is
 * another than whoever asked, and no API key.
 *
 * @param request the entry that it names first; absent where the case has none
 */
export const erasesPiece = (act: ErasureAct, request: ErasureAct | undefined): boolean =>
  act.type === erasureType &&
  request?.type === erasureRequestType &&
  request.subject === act.subject &&
  request.actor !== act.actor &&
  !act.actor.startsWith('key:')

/** An entry with what names its request and its order. */
export interface SealedErasureAct extends ErasureAct {
  readonly id: string
  readonly refs: readonly string[]
  readonly pub: Readonly<Record<string, unknown>>
}

/** L-131: the pieces that were erased, by their uid, and by which order; of an entry without one, ''. */
export const erasureOrders = (acts: readonly SealedErasureAct[]): ReadonlyMap<string, string> => {
  const requests = new Map(acts.flatMap((act) => (act.type === erasureRequestType ? [[act.id, act] as const] : [])))
  return new Map(
    acts.flatMap((act) => {
      if (!erasesPiece(act, requests.get(act.refs[0] ?? ''))) return []
      const { reference } = act.pub
      return [[act.subject, typeof reference === 'string' ? reference : ''] as const]
    }),
  )
}
