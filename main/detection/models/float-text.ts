/**
 * The shortest decimal that reads back as this float32; always with a point or an exponent, as xgboost's reader tells
 * floats from integers.
 */
export const floatText = (value: number): string => {
  const single = Math.fround(value)
  let text = single.toPrecision(9)
  for (let digits = 6; digits < 9; digits += 1) {
    const shorter = single.toPrecision(digits)
    if (Math.fround(Number(shorter)) === single) {
      text = shorter
      break
    }
  }
  const plain = String(Number(text))
  return /[.e]/u.test(plain) ? plain : `${plain}.0`
}
