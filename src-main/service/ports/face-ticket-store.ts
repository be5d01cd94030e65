/** A task about faces: group these, or train this index. */
export type FaceTask = { task: 'grouping'; faces: readonly string[] } | { task: 'training'; indexId: string }

/** Its result: groups of ids, an index that now recognises people, or why it failed. */
export type FaceOutcome =
  | { state: 'grouped'; groups: readonly (readonly string[])[]; ungrouped: readonly string[] }
  | { state: 'trained'; people: number; faces: number }
  | { state: 'failed'; text: string }

/** Times in milliseconds since 1970; `callbackUrl` is set until it is called. */
export type FaceTicket = {
  id: string
  owner: string
  task: FaceTask
  callbackUrl: string | null
  outcome: FaceOutcome | null
  finishedMs: number | null
}

/** Tickets about faces. Each call of the store is atomic. */
export type FaceTicketStore = {
  /** Adds a ticket, or returns false if the account already has `maxWaiting` ones. It is durable when this resolves. */
  add(
    ticket: Pick<FaceTicket, 'id' | 'owner' | 'task' | 'callbackUrl'>,
    now: number,
    maxWaiting: number,
  ): Promise<boolean>
  find(owner: string, id: string): Promise<FaceTicket | undefined>
  /** Tickets that are not finished, or whose callback is still due; oldest first. */
  open(): Promise<FaceTicket[]>
  /** False if it is already finished, or was removed with its account. */
  finish(id: string, outcome: FaceOutcome, now: number): Promise<boolean>
  /** Marks the callback as done. */
  markCalled(id: string): Promise<void>
  /** Removes tickets that were finished before a time. */
  forgetBefore(time: number): Promise<void>
  removeOwner(owner: string): Promise<void>
}
