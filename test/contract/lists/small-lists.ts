/** A UN list of a published day; people by reference number and name, and what else stands in their records. */
export const unList = (
  publishedAt: string,
  people: readonly (readonly [id: string, name: string, more?: string])[],
): string =>
  `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="${publishedAt}"><INDIVIDUALS>${people
    .map(
      ([id, name, more = '']) =>
        `<INDIVIDUAL><REFERENCE_NUMBER>${id}</REFERENCE_NUMBER><FIRST_NAME>${name}</FIRST_NAME><UN_LIST_TYPE>DRC</UN_LIST_TYPE>${more}</INDIVIDUAL>`,
    )
    .join('')}</INDIVIDUALS><ENTITIES/></CONSOLIDATED_LIST>`

/** A piece of a list of any length, so that its reading can be watched. */
export const unPeople = (count: number, from = 1): [string, string][] =>
  Array.from({ length: count }, (_, place) => [`CDi.${from + place}`, `PERSON NUMBER ${from + place}`])
