import type { TagReason } from '../../contract/analysis/tag-reason.ts'

type Key = TagReason['key']
type Values = TagReason['values']
type KindShares = { part: number; seen: number; thing?: string }

/**
 * Takes down why some concepts become tags of a photo or do not. Rules are handed one only if somebody asked, so that
 * a usual analysis neither notes nor computes anything for it. The value `thing` is the id of another concept.
 */
export class TagTrace {
  readonly #reasons: Map<string, TagReason[]>

  /** `concepts` are the ids that somebody asks about. */
  constructor(concepts: readonly string[]) {
    this.#reasons = new Map(concepts.map((id) => [id, []]))
  }

  /** Those asked about, if they are among some. */
  askedOf(concepts: readonly string[]): string[] {
    return concepts.filter((id) => this.#reasons.has(id))
  }

  asked(): string[] {
    return [...this.#reasons.keys()]
  }

  /** Notes a reason, if it is about a concept that somebody asks about. */
  note(concept: string, key: Key, values: Values = {}): void {
    this.#reasons.get(concept)?.push({ key, values })
  }

  /** A source's own number, from 0 to 1. */
  score(concept: string, by: string, score: number): void {
    this.note(concept, 'score', { by, score: percent(score) })
  }

  chance(concept: string, chance: number): void {
    this.note(concept, 'chance', { chance: percent(chance) })
  }

  /** A change of the chance, from 0 to 1; left out if nobody would see it. */
  change(concept: string, cause: string, from: number, to: number): void {
    if (percent(from) !== percent(to)) this.note(concept, 'changed', { cause, from: percent(from), to: percent(to) })
  }

  /** A limit from 0 to 1 that was not reached. */
  below(concept: string, limit: number): void {
    this.note(concept, 'below', { limit: percent(limit) })
  }

  /** Shares from 0 to 1 of a kind and of the object that it is a kind of, or what they must be at least. */
  kind(concept: string, key: 'kind' | 'kindNeeds', { part, seen, thing }: KindShares): void {
    this.note(concept, key, { part: percent(part), seen: percent(seen), ...(thing !== undefined && { thing }) })
  }

  /** Another concept, with its chance from 0 to 1, that this one is concluded from. */
  suggests(concept: string, thing: string, seen: number): void {
    this.note(concept, 'suggests', { thing, seen: percent(seen) })
  }

  /** A rule of yes or no that says yes. */
  applies(concept: string, chance: number): void {
    this.note(concept, 'applies')
    this.chance(concept, chance)
  }

  veto(concept: string, cause: string): void {
    this.note(concept, 'veto', { cause })
  }

  /** Everything noted, by concept. */
  reasons(): Record<string, TagReason[]> {
    return Object.fromEntries(this.#reasons)
  }
}

const percent = (share: number): number => Math.round(share * 100)
