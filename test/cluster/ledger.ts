import type { Picture } from './pictures.ts'

/**
 * Possible contents of an index entry: a picture, or null if it may be removed. An accepted one is the only
 * possibility.
 */
export type Possible = Set<Picture | null>
export type Index = { id: string; entries: Map<string, { possible: Possible; ever: Set<Picture> }> }

/** Of a training, or of a grouping of faces. */
export type Ticket = { faces?: readonly string[]; isFinal: boolean; isCalled: boolean }

/** Everything accepted for one account, recorded when its 2xx arrived. */
export class Ledger {
  readonly uploads = new Map<string, Picture>()
  readonly removedUploads: string[] = []
  readonly indexes = new Map<string, Index>()
  /** Trainings and groupings by ticket. */
  readonly tickets = new Map<string, Ticket>()
  /** Ids of faces that were reported. */
  readonly faces = new Set<string>()
  readonly batches = new Map<string, { pictures: readonly Picture[] }>()
  readonly feedback: { index: string; tag: string; uploadId: string }[] = []
  /** The highest count reported by the service. */
  processed = 0

  index(id: string): Index {
    const index = this.indexes.get(id) ?? { id, entries: new Map() }
    this.indexes.set(id, index)
    return index
  }

  /** An alteration of an entry in progress, which may have happened or not until it is accepted. */
  try(indexId: string, entryId: string, picture: Picture | null): void {
    const { entries } = this.index(indexId)
    const entry = entries.get(entryId) ?? { possible: new Set([null]), ever: new Set<Picture>() }
    entries.set(entryId, entry)
    entry.possible.add(picture)
    if (picture) entry.ever.add(picture)
  }

  accept(indexId: string, entryId: string, picture: Picture | null): void {
    this.index(indexId).entries.get(entryId)!.possible = new Set([picture])
  }

  /** Entries that are certainly there now. */
  sureEntries(indexId: string): string[] {
    const { entries } = this.index(indexId)
    return [...entries].flatMap(([id, { possible }]) => (possible.has(null) ? [] : [id]))
  }
}
