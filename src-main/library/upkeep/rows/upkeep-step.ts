/** What one step did; `next` is where the next one goes on, null at the end. */
export type UpkeepStep = { ids: number[]; next: number | null }
