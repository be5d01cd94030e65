/** Finds similar photos with an index of the service. */
export type RemoteIndex = {
  /** Number of analysed photos that it lacks: while there are any, this machine finds similar photos. */
  lacks(): number
  /**
   * Brings the index in line with the library when nothing else runs: removes photos that left the library, trains it
   * after enough changes, and follows the ticket. Never rejects.
   */
  maintain(): Promise<void>
  /**
   * Contents similar to this photo's by rising distance, the photo's own included; null if the service cannot answer
   * now.
   */
  find(path: string, options: FindOptions): Promise<{ contentHash: string; distance: number }[] | null>
}
export type FindOptions = { count: number; maxDistance?: number | undefined }
