import { AppError } from '../../contract/errors.ts'

/** A page of a search. */
export type SearchOptions = {
  /** Images skipped at the beginning, 0 to 1,000,000; 0 when absent. */
  offset?: number
  /** Maximum images in the page, 0 to 10,000; 100 when absent. */
  count?: number
  /** Maximum distance; a negative number, the default, filters nothing. */
  distance?: number
  /** The model that made the vector; refused if the index holds vectors of another. */
  model?: string
  /** Entries that may be found; all when absent. */
  allowed?: ReadonlySet<string>
}

export type Page = { offset: number; count: number; maxDistance: number | undefined }

/** Maximum images in one page. */
export const MAX_PAGE = 10_000
const MAX = { offset: 1_000_000, count: MAX_PAGE }

/** Checks a page's numbers. Throws `bad-params` naming the wrong one. */
export function checkPage({ offset = 0, count = 100, distance = -1 }: SearchOptions): Page {
  if (typeof distance !== 'number' || !Number.isFinite(distance))
    throw new AppError(
      'bad-params',
      `distance is not a number: ${distance}. Give a decimal; a negative one filters nothing.`,
    )
  return {
    offset: checkWhole('offset', offset),
    count: checkWhole('count', count),
    maxDistance: distance < 0 ? undefined : distance,
  }
}

function checkWhole(parameter: 'offset' | 'count', value: number): number {
  const largest = MAX[parameter]
  if (Number.isInteger(value) && value >= 0 && value <= largest) return value
  throw new AppError('bad-params', `${parameter} is ${value}; it must be a whole number from 0 to ${largest}.`)
}
