import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  DEFAULT_FEEDBACK_INDEX,
  Feedback,
  FEEDBACK_MS,
  FeedbackIndexName,
  type Judgement,
} from '../../contract/analysis/feedback.ts'
import { readParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { AppError } from '../../contract/errors.ts'
import { unitVector } from '../vectors/unit-vector.ts'
import { adjustByFeedback, type FeedbackEntry, type JudgedTag } from './adjust-by-feedback.ts'
import { nameKey, type Embedding } from './classifier.ts'

/** A result that accepts feedback: the photo's embedding and its tags. */
export type FeedbackTicket = {
  id: string
  index: string
  atMs: number
  embedding: Embedding
  tags: readonly { name: string; confidence: number }[]
}

/** Stores tickets and judgements. */
export type FeedbackStore = {
  keepTicket(ticket: FeedbackTicket): void
  ticket(id: string): FeedbackTicket | null
  /** Removes tickets from before this time; judgements stay. */
  dropTickets(beforeMs: number): void
  /** One transaction; replaces a judgement of the same ticket and tag. */
  keepJudgements(ticket: FeedbackTicket, judgements: readonly Judgement[]): void
  entries(index: string, modelId: string): readonly FeedbackEntry[]
}

type Answered<F> = F extends (...given: infer G) => infer R ? (...given: G) => R | Promise<R> : never
/** A synchronous or asynchronous store. */
type AnyFeedbackStore = { [M in keyof FeedbackStore]: Answered<FeedbackStore[M]> }

/** Feedback on results: accepted under an id for 24 hours, stored in named indexes, and applied to later results. */
export class FeedbackController {
  readonly #store: AnyFeedbackStore
  readonly #now: () => number

  /** @param now Milliseconds since 1970. */
  constructor(store: AnyFeedbackStore, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Resolves to the feedback_id for feedback on this result. */
  async accept(
    { embedding, tags }: { embedding: Embedding; tags: readonly JudgedTag[] },
    index?: string,
  ): Promise<string> {
    const name = checkIndex(index)
    await this.#store.dropTickets(this.#now() - FEEDBACK_MS)
    const id = `fb_${randomBytes(16).toString('hex')}`
    const vector = unitVector(embedding.vector, embedding.vector.length)
    await this.#store.keepTicket({
      id,
      index: name,
      atMs: this.#now(),
      embedding: { modelId: embedding.modelId, vector },
      tags: tags.map((tag) => ({ name: tag.name, confidence: tag.confidence })),
    })
    return id
  }

  /** Rejects with `bad-params` or, for an id that is unknown or older than 24 hours, `feedback-not-found`. */
  async give(input: unknown): Promise<void> {
    const { feedback_id, judgements } = readParameters(Feedback, input)
    const ticket = await this.#store.ticket(feedback_id)
    if (ticket === null || this.#now() - ticket.atMs > FEEDBACK_MS)
      throw new AppError(
        'feedback-not-found',
        'This feedback_id is unknown or older than 24 hours. Analyse the photo again with accept_feedback to get a new one.',
      )
    await this.#store.keepJudgements(ticket, checkJudgements(judgements))
  }

  /** Applies the feedback in an index to tags; see `adjustByFeedback`. */
  async use<T extends JudgedTag>(tags: readonly T[], embedding: Embedding, index?: string): Promise<(T | JudgedTag)[]> {
    return adjustByFeedback(tags, embedding, await this.#store.entries(checkIndex(index), embedding.modelId))
  }
}

const IndexOfFeedback = z.object({ feedback_index: FeedbackIndexName })

function checkIndex(name: string = DEFAULT_FEEDBACK_INDEX): string {
  return readParameters(IndexOfFeedback, { feedback_index: name }).feedback_index
}

function checkJudgements(judgements: readonly Judgement[]): readonly Judgement[] {
  const verdicts = new Map<string, boolean>()
  for (const { tag, verdict } of judgements) {
    const isRight = verdict !== 'wrong'
    if ((verdicts.get(nameKey(tag)) ?? isRight) !== isRight)
      throw new AppError('bad-params', `judgements has "${tag}" called both right and wrong; say one of the two.`)
    verdicts.set(nameKey(tag), isRight)
  }
  return judgements
}
