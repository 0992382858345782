import type { Operator } from './operator.ts'
import { arrayOperators } from './operators/array.ts'
import { comparisonOperators } from './operators/comparison.ts'
import { dataOperators } from './operators/data.ts'
import { historyOperators } from './operators/history.ts'
import { likenessOperators } from './operators/likeness.ts'
import { listOperators } from './operators/list.ts'
import { logicOperators } from './operators/logic.ts'
import { numberOperators } from './operators/number.ts'
import { placeOperators } from './operators/place.ts'
import { textOperators } from './operators/text.ts'
import { timeOperators } from './operators/time.ts'

/** Every operator by its name, in the order of the documentation. A map: what an object inherits is no operator. */
export const operators: ReadonlyMap<string, Operator> = new Map(
  [
    ...dataOperators,
    ...logicOperators,
    ...comparisonOperators,
    ...numberOperators,
    ...textOperators,
    ...listOperators,
    ...historyOperators,
    ...timeOperators,
    ...placeOperators,
    ...likenessOperators,
    ...arrayOperators,
  ].map((operator) => [operator.entry.name, operator]),
)
