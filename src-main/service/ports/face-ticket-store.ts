/** What is to be done with faces: group these, or train this index. */
export type FaceTask = { task: 'grouping'; faces: readonly string[] } | { task: 'training'; indexId: string }

/** What came of it: groups of ids, an index that recognises people from now on, or why it failed. */
export type FaceOutcome =
  | { state: 'grouped'; groups: readonly (readonly string[])[]; ungrouped: readonly string[] }
  | { state: 'trained'; people: number; faces: number }
  | { state: 'failed'; text: string }

/** Times in milliseconds since 1970; `callbackUrl` is still to be called. */
export type FaceTicket = {
  id: string
  owner: string
  task: FaceTask
  callbackUrl: string | null
  outcome: FaceOutcome | null
  finishedMs: number | null
}

/** Tickets about faces. Each call of the store is whole by itself. */
export type FaceTicketStore = {
  /** Adds a ticket unless so many of its account wait already: then false. It is safe when this resolves. */
  add(
    ticket: Pick<FaceTicket, 'id' | 'owner' | 'task' | 'callbackUrl'>,
    now: number,
    mostWaiting: number,
  ): Promise<boolean>
  find(owner: string, id: string): Promise<FaceTicket | undefined>
  /** Those that are not finished, or whose address is still to be called; the oldest first. */
  open(): Promise<FaceTicket[]>
  /** False where it is finished already, or gone with its account. */
  finish(id: string, outcome: FaceOutcome, now: number): Promise<boolean>
  /** Nobody waits to be called any more. */
  markCalled(id: string): Promise<void>
  /** Forgets those that were finished before a time. */
  forgetBefore(time: number): Promise<void>
  removeOwner(owner: string): Promise<void>
}
