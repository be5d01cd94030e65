/** The result of one step; `next` is where the next one continues, null at the end. */
export type UpkeepStep = { ids: number[]; next: number | null }
