/** Similar photos by an index of the service. */
export type RemoteIndex = {
  /** Analysed photos that it lacks: while there are any, this machine finds similar photos. */
  lacks(): number
  /**
   * Keeps it as the library is, when nothing else is to be done: removes what left the library, trains where enough
   * changed, and follows the ticket. Never rejects.
   */
  maintain(): Promise<void>
  /**
   * Contents like this photo's by rising distance, the photo's own included; null where the service cannot tell now.
   */
  find(path: string, options: FindOptions): Promise<{ contentHash: string; distance: number }[] | null>
}
export type FindOptions = { count: number; maxDistance?: number | undefined }
