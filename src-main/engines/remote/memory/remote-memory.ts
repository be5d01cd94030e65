/**
 * An index on a service: photos saved since its last training, the ticket of a running training, and the time of its
 * last training.
 */
export type RemoteIndexRecord = { changes: number; ticket: string | null; trainedMs: number | null }

/**
 * What the remote engine remembers between starts, so that nothing is sent or paid for twice. Times are in milliseconds
 * since 1970.
 */
export type RemoteMemory = {
  /** A valid upload id of a photo's content on this service. */
  uploadOf(address: string, contentHash: string, nowMs: number): string | null
  keepUpload(address: string, contentHash: string, uploadId: string, expiresMs: number): void
  forgetUpload(address: string, contentHash: string): void
  /**
   * A paid answer that is not stored with its photo yet, as the engine wrote it. A program that was killed finds it
   * here.
   */
  answerOf(contentHash: string, question: string): string | null
  /** Kept until an outcome with this content is saved. */
  keepAnswer(contentHash: string, question: string, answer: string): void
  /** The record of an index of the service. */
  indexAt(place: string): RemoteIndexRecord
  keepIndex(place: string, record: RemoteIndexRecord): void
  /** Notes that a content was saved in the index or removed. */
  noteIndexed(place: string, contentHash: string): void
  noteRemoved(place: string, contentHash: string): void
  /** Contents in the index that no photo of the library has any more. */
  staleEntries(place: string, limit: number): string[]
  /** True if the index holds every analysed photo, so that a search in it misses none. */
  holdsAll(place: string): boolean
  /** How many analysed photos the index lacks. */
  countOutside(place: string): number
  /**
   * Analyses counted in a month such as `2026-11`. They are counted before they are requested, and given back if
   * refused.
   */
  spent(month: string): number
  /** Counts the analyses in one transaction; returns false, and counts nothing, if the budget does not allow them. */
  spend(month: string, analyses: number, budget: number | null): boolean
  giveBack(month: string, analyses: number): void
}
