import { LRUCache } from 'lru-cache'

const MAX_KEPT = 8

/** The last answers while nothing changes: a window asks for the same query page by page. */
export class KeptAnswers<Answer extends object> {
  readonly #answers: LRUCache<string, Answer>
  #version = -1

  constructor(max = MAX_KEPT) {
    this.#answers = new LRUCache({ max })
  }

  /** The kept answer of this version, if there is one. */
  peek(version: number, question: string): Answer | undefined {
    return version === this.#version ? this.#answers.get(question) : undefined
  }

  /** The kept answer of this version of the catalogue, or a new one. */
  get(version: number, question: string, answer: () => Answer): Answer {
    if (version !== this.#version) this.#answers.clear()
    this.#version = version
    const found = this.#answers.get(question) ?? answer()
    this.#answers.set(question, found)
    return found
  }
}
