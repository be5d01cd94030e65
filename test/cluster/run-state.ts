/** What the parts of a run share: its times, what was counted and what was wrong. */
export class RunState {
  /** Requests by what they ended with: a status, or "cut" where the connection broke. */
  readonly endings = new Map<string, number>()
  readonly faults: string[] = []
  readonly events: string[] = []
  #disturbances = 0
  #calmAgain = 0
  #endsWork = false
  readonly #began = Date.now()

  /** While something is taken away, and for a while after, 503 and cut connections are expected. */
  get isDisturbed(): boolean {
    return this.#disturbances > 0 || Date.now() < this.#calmAgain
  }

  /** Whether lanes go on with new work. */
  get isWorking(): boolean {
    return !this.#endsWork
  }

  endWork(): void {
    this.#endsWork = true
  }

  /** Runs what disturbs; it may take `graceMs` after that until nothing of it is felt any more. */
  async disturb(what: string, graceMs: number, work: () => Promise<void>): Promise<void> {
    this.#disturbances += 1
    this.note(what)
    try {
      await work()
    } finally {
      this.#disturbances -= 1
      this.#calmAgain = Math.max(this.#calmAgain, Date.now() + graceMs)
    }
  }

  note(what: string): void {
    this.events.push(`${this.#seconds()} s: ${what}`)
  }

  count(ending: string): void {
    this.endings.set(ending, (this.endings.get(ending) ?? 0) + 1)
  }

  fault(sentence: string): void {
    this.faults.push(`${this.#seconds()} s: ${sentence}`)
  }

  #seconds(): string {
    return ((Date.now() - this.#began) / 1000).toFixed(1)
  }
}
