const separators = /[\s\p{P}_]+/gu

/**
 * A kind of activity as kinds are compared: `TRANSFER`, `Card Payment` and `card-payment` are the kinds that `transfer`
 * and `card_payment` name.
 */
export const foldKind = (kind: string): string => kind.normalize('NFKC').toLowerCase().replaceAll(separators, '')
