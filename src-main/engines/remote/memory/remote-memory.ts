/**
 * An index on a service: photos saved since its last training, the ticket of a training under way, and when it was last
 * trained.
 */
export type RemoteIndexRecord = { changes: number; ticket: string | null; trainedMs: number | null }

/**
 * What the remote engine remembers between starts, so that nothing is sent or paid for twice. Times in milliseconds
 * since 1970.
 */
export type RemoteMemory = {
  /** Upload id of a photo's content on this service that is still good. */
  uploadOf(address: string, contentHash: string, nowMs: number): string | null
  keepUpload(address: string, contentHash: string, uploadId: string, expiresMs: number): void
  forgetUpload(address: string, contentHash: string): void
  /**
   * An answer that was paid for and is not with its photo yet, as the engine wrote it; a program that was killed finds
   * it here.
   */
  answerOf(contentHash: string, question: string): string | null
  /** Kept until an outcome with this content is saved. */
  keepAnswer(contentHash: string, question: string, answer: string): void
  /** How an index of the service stands. */
  indexAt(place: string): RemoteIndexRecord
  keepIndex(place: string, record: RemoteIndexRecord): void
  /** A content was saved in it, or taken out. */
  noteIndexed(place: string, contentHash: string): void
  noteRemoved(place: string, contentHash: string): void
  /** Contents in it that no photo of the library has any more. */
  staleEntries(place: string, limit: number): string[]
  /** True where it holds every photo that is analysed, so that a search in it leaves none out. */
  holdsAll(place: string): boolean
  /** How many analysed photos it lacks. */
  countOutside(place: string): number
  /** Analyses counted in a month, `2026-11`. Counted before they are asked for, given back where they were refused. */
  spent(month: string): number
  /** False where the budget does not allow so many more; otherwise they are counted, in one transaction. */
  spend(month: string, analyses: number, budget: number | null): boolean
  giveBack(month: string, analyses: number): void
}
