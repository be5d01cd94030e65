import type { IndexKind } from '../../contract/analysis/index.ts'
import type { ReadEntry } from '../store/port.ts'
import type { NamedHit, SnapshotSearch } from './snapshot.ts'

/** How far work is, and whether it is still wanted. */
export type TrainingWatch = { signal: AbortSignal; onProgress(share: number): void }

/** An index that is being trained: the number of its row, what it holds, and its entries in their order. */
export type Training = {
  indexRow: number
  kind: IndexKind
  dimensions: number
  entries: number
  /** Entries in pages of at most so many. */
  pages(rows: number): AsyncIterable<readonly ReadEntry[]>
}

/** A trained state of an index, which never changes. */
export type TrainedState = {
  readonly shape: { dimensions: number; entries: number }
  /** Entries by rising distance; equally far ones in the order in which they were first saved. */
  search(vector: Float32Array, page: SnapshotSearch): NamedHit[] | Promise<NamedHit[]>
  /** The unit vector of an entry, or null. */
  vectorOf(name: string): Float32Array | null | Promise<Float32Array | null>
}

/** Where trained states are kept and searched, each by a name. */
export type TrainedStates = {
  /** Whether this is where a state of that name is kept. */
  has(name: string): boolean
  /** Makes a state of an index's entries, whole when it resolves; nothing refers to it yet. */
  build(training: Training, watch: TrainingWatch): Promise<string>
  /** Null where there is none of that name (any more). */
  open(name: string, kind: IndexKind): Promise<TrainedState | null>
  /** Deletes a state, where it is there. */
  remove(name: string): Promise<void>
  /** Deletes what a crash left on this machine and nothing in use is a part of; at the start. */
  sweep(inUse: readonly string[]): Promise<void>
}

/** Trained states that all nodes of a service search. */
export type SharedStates = TrainedStates & {
  /** Frees what this process holds of a state that was replaced; it can still be opened. */
  letGo(name: string): void
  /** Names of states that were made before a time (milliseconds since 1970), in use or not. */
  madeBefore(timeMs: number): AsyncIterable<string>
}
