/** The first and the last day, from 1970 to 2099, as Excel and Google Sheets count days since 1899-12-30. */
const [first, last] = [25_569, 73_050]

/** The day of 1970-01-01. */
export const serialOf1970 = first

/** Whether a number can be a day that spreadsheets count, with the time of day as its fraction. */
export const isSerialDay = (number: number): boolean => number >= first && number < last + 1
