/**
 * A spreadsheet evaluates texts that begin with one of these signs, also in their full-width forms: a text from
 * somebody else's photo could open addresses with the table's content.
 */
const SIGNS = '=+@\\-＝＋＠－'
/** Cells also begin after these, if a spreadsheet uses another separator than the table: quotes do not help then. */
const BEFORE = '(^|[;\\t\\r\\n])([^\\S\\t\\r\\n]*)'

const formula = new RegExp(`${BEFORE}(?='*[${SIGNS}])`, 'g')
const neutralised = new RegExp(`${BEFORE}'(?='*[${SIGNS}])`, 'g')

/** Numbers, times and positions, such as `-1`, `+02:00` and `-33.86,151.21`: these are harmless. */
const NUMBERS = /^[-+]\d[\d.]*(?:[,:][-+]?[\d.]+)*$/

/** A cell for spreadsheets: an apostrophe before each sign that could begin a formula. */
export const withoutFormulas = (cell: string): string => (NUMBERS.test(cell) ? cell : cell.replace(formula, "$1$2'"))

/** The inverse of `withoutFormulas`. */
export const withFormulas = (cell: string): string => cell.replace(neutralised, '$1$2')
