/** Parts that are taken down, and how long the effect may last after they are back, in milliseconds. */
const graces = { node: 2000, database: 5000, objects: 3000 } as const
export type Part = keyof typeof graces

/** Data that the parts of a run share: its times, counts and faults. */
export class RunState {
  /** Requests by result: a status, or "cut" if the connection broke. */
  readonly endings = new Map<string, number>()
  readonly faults: string[] = []
  readonly events: string[] = []
  readonly #away: Record<Part, { times: number; calmAgain: number }> = {
    node: { times: 0, calmAgain: 0 },
    database: { times: 0, calmAgain: 0 },
    objects: { times: 0, calmAgain: 0 },
  }
  #endsWork = false
  readonly #began = Date.now()

  /** While a part is down, and for a while after, requests that need it are refused. */
  isAway(part: Part): boolean {
    const { times, calmAgain } = this.#away[part]
    return times > 0 || Date.now() < calmAgain
  }

  get isDisturbed(): boolean {
    return this.isAway('node') || this.isAway('database') || this.isAway('objects')
  }

  /** Whether lanes start new work. */
  get isWorking(): boolean {
    return !this.#endsWork
  }

  endWork(): void {
    this.#endsWork = true
  }

  /** Takes a part down; it is back when the work resolves. */
  async disturb(part: Part, what: string, work: () => Promise<void>): Promise<void> {
    const away = this.#away[part]
    away.times += 1
    this.note(what)
    try {
      await work()
    } finally {
      away.times -= 1
      away.calmAgain = Date.now() + graces[part]
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
