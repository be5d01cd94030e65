/**
 * A spreadsheet computes what begins with one of these signs, also in their full-width forms: a text that came with
 * somebody else's photo could open addresses with what stands in the table.
 */
const SIGNS = '=+@\\-＝＋＠－'
/**
 * Cells begin after these, too, where a spreadsheet takes another letter for the separator than the table has: quotes
 * count for nothing then.
 */
const BEFORE = '(^|[;\\t\\r\\n])([^\\S\\t\\r\\n]*)'

const formula = new RegExp(`${BEFORE}(?='*[${SIGNS}])`, 'g')
const neutralised = new RegExp(`${BEFORE}'(?='*[${SIGNS}])`, 'g')

/** Numbers, times and positions, such as `-1`, `+02:00` and `-33.86,151.21`: there is nothing to compute. */
const NUMBERS = /^[-+]\d[\d.]*(?:[,:][-+]?[\d.]+)*$/

/** A cell for spreadsheets: an apostrophe before each sign that could begin a formula. */
export const withoutFormulas = (cell: string): string => (NUMBERS.test(cell) ? cell : cell.replace(formula, "$1$2'"))

/** What `withoutFormulas` was given. */
export const withFormulas = (cell: string): string => cell.replace(neutralised, '$1$2')
