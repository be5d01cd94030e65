/** Searches in the entire library, behind the first lines of the side bar. */
export const sideBarSearches = {
  all: '',
  rated: 'is:rated',
  faces: 'faces>=1',
  failed: 'is:failed',
  missing: 'is:missing',
  offline: 'is:offline',
} as const

/** Whether a search is exactly one of these: choosing a folder then replaces it, as choosing another one does. */
export const isSideBarSearch = (text: string): boolean => Object.values<string>(sideBarSearches).includes(text)
