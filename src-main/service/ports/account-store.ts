/** A stored account; the secret only as a hash. */
export type AccountRow = { id: string; name: string; key: string; secretHash: string; plan: string; createdMs: number }

/**
 * Accounts. Each call is atomic, and its changes are durable when it resolves. Other processes may change accounts at
 * any time.
 */
export type AccountStore = {
  /** All accounts, oldest first. */
  list(): Promise<AccountRow[]>
  /**
   * The account of a key, looked up at each request. It may come from memory if changes by others are announced within
   * a moment, but never from memory that may have missed one.
   */
  find(key: string): Promise<AccountRow | undefined>
  findById(id: string): Promise<AccountRow | undefined>
  /** False if another account has the key; then nothing is added. */
  add(row: AccountRow): Promise<boolean>
  /** Changes the given values; false if no account has the key. */
  change(key: string, to: { secretHash?: string; plan?: string }): Promise<boolean>
  /**
   * Removes an account with its usage and leaves a deletion record, because its data is still to be deleted. Undefined
   * if no account has the key. Times are milliseconds since 1970.
   */
  remove(key: string, at: number): Promise<AccountRow | undefined>
  /** Ids of removed accounts whose data is still to be deleted. */
  listDeletionRecords(): Promise<string[]>
  removeDeletionRecord(id: string): Promise<void>
  /**
   * Calls the listener within a second after any process may have removed accounts; returns a function that ends that.
   * Earlier removals are not reported.
   */
  onRemoved(listener: () => void): () => void
}
