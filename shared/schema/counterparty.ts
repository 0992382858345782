/** The member of an activity's metadata that tells what its counterparty is, where it is somebody who is known here. */
export const counterpartyIsName = 'counterparty_is'

/** Whether an activity tells that its counterparty is a customer here, under the same identifier. */
export const isCounterpartyCustomer = (metadata: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  metadata !== null &&
  metadata !== undefined &&
  Object.hasOwn(metadata, counterpartyIsName) &&
  metadata[counterpartyIsName] === 'customer'

/** What identifiers are that stand on both sides of the payments of a file: those of the same, or of two. */
export const bothSidesMeanings = ['same', 'apart'] as const
export type BothSidesMeaning = (typeof bothSidesMeanings)[number]
