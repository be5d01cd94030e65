/** What each collection of the side bar shows, as a search in the entire library. */
export const shelves = {
  all: '',
  rated: 'is:rated',
  faces: 'faces>=1',
  failed: 'is:failed',
  missing: 'is:missing',
  offline: 'is:offline',
} as const

/** Whether a search is exactly a collection: choosing a folder leaves it, as choosing another collection does. */
export const isShelf = (text: string): boolean => Object.values<string>(shelves).includes(text)
