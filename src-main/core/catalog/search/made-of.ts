import { LRUCache } from 'lru-cache'

const MAX_KEPT = 8

type Kept<Answer> = { inputs: readonly unknown[]; answer: Answer }

/** The last answers, each good as long as what it was made of is the very same. */
export class MadeOf<Answer> {
  readonly #kept = new LRUCache<string, Kept<Answer>>({ max: MAX_KEPT })

  /** The kept answer to a question where it was made of these inputs, or a new one. */
  get(question: string, inputs: readonly unknown[], answer: () => Answer): Answer {
    const kept = this.#kept.get(question)
    const isSame = kept?.inputs.every((input, at) => input === inputs[at])
    const given = kept && isSame ? kept.answer : answer()
    this.#kept.set(question, { inputs, answer: given })
    return given
  }
}
