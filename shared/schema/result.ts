/** An expected outcome: a value, or a typed refusal. Bugs throw; refusals are returned. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

/** Wraps a success. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

/** Wraps an expected failure. */
export const fail = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })
