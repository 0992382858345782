/** What a model learns from: a column a feature, a row an activity in order of time; NaN where a value is absent. */
export interface FeatureMatrix {
  readonly names: readonly string[]
  readonly rows: number
  readonly columns: readonly Float32Array[]
}

/** A matrix that grows row by row. */
export interface MatrixBuilder {
  readonly names: readonly string[]
  readonly rows: number
  /** Takes the values of one row from the names' places in `values`. */
  add(values: Float32Array): void
  build(): FeatureMatrix
}

/** Makes an empty matrix; it doubles its room when that is used up. */
export const createMatrixBuilder = (names: readonly string[], room = 1_024): MatrixBuilder => {
  let columns = names.map(() => new Float32Array(Math.max(1, room)))
  let rows = 0
  return {
    names,
    get rows() {
      return rows
    },
    add(values) {
      if (rows === columns[0]?.length) {
        columns = columns.map((column) => {
          const wider = new Float32Array(column.length * 2)
          wider.set(column)
          return wider
        })
      }
      for (let index = 0; index < columns.length; index += 1)
        (columns[index] as Float32Array)[rows] = values[index] as number
      rows += 1
    },
    build: () => ({ names, rows, columns: columns.map((column) => column.subarray(0, rows)) }),
  }
}

/** The same matrix with only some of its rows, in the order given. */
export const matrixRows = (matrix: FeatureMatrix, rows: Int32Array): FeatureMatrix => ({
  names: matrix.names,
  rows: rows.length,
  columns: matrix.columns.map((column) => {
    const taken = new Float32Array(rows.length)
    for (let at = 0; at < rows.length; at += 1) taken[at] = column[rows[at] as number] as number
    return taken
  }),
})
