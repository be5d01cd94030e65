/** Longer trails are not worth following. */
const MAX_STEPS = 64
const MAX_SLOTS = 1000

type Step = { from: number; to: number; slots: readonly number[] }

/** Which photos changed from one version of the catalogue to the next, for the last few of them. */
export class ChangeTrail {
  #steps: Step[] = []

  /** Takes a change down. */
  note(step: Step): void {
    this.#steps.push(step)
    if (this.#steps.length > MAX_STEPS) this.#steps.shift()
  }

  /** More changed than some photos. */
  clear(): void {
    this.#steps = []
  }

  /**
   * The slots of photos that changed from a version to another; null where that is not known, or where they are many.
   */
  between(from: number, to: number): readonly number[] | null {
    const first = this.#steps.findIndex((step) => step.from === from)
    const steps = first < 0 ? [] : this.#steps.slice(first)
    if (steps.at(-1)?.to !== to || steps.some((step, at) => at > 0 && step.from !== steps[at - 1]?.to)) return null
    const slots = [...new Set(steps.flatMap((step) => step.slots))]
    return slots.length > MAX_SLOTS ? null : slots
  }
}
