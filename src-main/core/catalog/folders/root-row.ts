/** A watched folder. */
export type RootRow = { id: number; path: string; isAvailable: boolean }
