/** What each shelf of the side bar shows, as a search in the whole library. */
export const shelves = {
  all: '',
  rated: 'is:rated',
  faces: 'faces>=1',
  failed: 'is:failed',
  missing: 'is:missing',
  offline: 'is:offline',
} as const

/** Whether a search is a shelf and no more: choosing a folder leaves it, as one leaves one shelf for another. */
export const isShelf = (text: string): boolean => Object.values<string>(shelves).includes(text)
