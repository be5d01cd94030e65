/** An account as stored; the secret only as a hash. */
export type AccountRow = { id: string; name: string; key: string; secretHash: string; plan: string; createdMs: number }

/**
 * Accounts. Each call is whole by itself, and what it changed is safe when it resolves. Other processes may change
 * accounts at any time.
 */
export type AccountStore = {
  /** Every account, the oldest first. */
  list(): Promise<AccountRow[]>
  /**
   * The account of a key. Asked at each request: it may be answered from memory, where changes by others are heard of
   * within a moment, and never from memory that may have missed one.
   */
  find(key: string): Promise<AccountRow | undefined>
  findById(id: string): Promise<AccountRow | undefined>
  /** False where another account has the key: then nothing is added. */
  add(row: AccountRow): Promise<boolean>
  /** Changes what is given; false where no account has the key. */
  change(key: string, to: { secretHash?: string; plan?: string }): Promise<boolean>
  /**
   * Removes an account with its usage and leaves a deletion record: its data is still to be deleted. Undefined where no
   * account has the key. Times are milliseconds since 1970.
   */
  remove(key: string, at: number): Promise<AccountRow | undefined>
  /** Ids of removed accounts whose data is still to be deleted. */
  listDeletionRecords(): Promise<string[]>
  removeDeletionRecord(id: string): Promise<void>
  /**
   * Calls within a second after accounts may have been removed, by whichever process; gives what ends that. A removal
   * from before is not told.
   */
  onRemoved(listener: () => void): () => void
}
