/**
 * The conventions by which money that was paid into an account is followed through it, where it was mixed with other
 * money. Which of them a court applies is a question of law: each result names the one that made it.
 *
 * - `first_in_first_out`: what came in first goes out first (Devaynes v Noble (1816), “Clayton’s Case”).
 * - `last_in_first_out`: what came in last goes out first.
 * - `pro_rata`: each payment out takes its share of all money that is there at that time (the rolling charge of Barlow
 *   Clowes International v Vaughan [1992]).
 * - `lowest_balance`: payments out take other money first, and what was once spent does not come back: of the money that
 *   is followed, never more is left than the lowest balance since (James Roscoe (Bolton) Ltd v Winder [1915]).
 */
export const tracingMethods = ['first_in_first_out', 'last_in_first_out', 'pro_rata', 'lowest_balance'] as const
export type TracingMethod = (typeof tracingMethods)[number]

/** Kinds of party on the other side of a movement; `name` is one that is known by its name alone. */
export const counterpartyKinds = ['account', 'counterparty', 'customer', 'terminal', 'name'] as const
export type CounterpartyKind = (typeof counterpartyKinds)[number]

/**
 * Whose telling of a movement counts: activities of the account itself, or also those of other accounts that name it as
 * their counterparty.
 */
export const movementSides = ['own', 'both'] as const
export type MovementSides = (typeof movementSides)[number]
