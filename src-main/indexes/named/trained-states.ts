import type { IndexKind } from '../../contract/analysis/index.ts'
import type { ReadEntry } from '../store/port.ts'
import type { NamedHit, SnapshotSearch } from './snapshot.ts'

/** Reports progress, and tells when the work is no longer wanted. */
export type TrainingWatch = { signal: AbortSignal; onProgress(share: number): void }

/** An index in training: the number of its row, what it holds, and its entries in order. */
export type Training = {
  indexRow: number
  kind: IndexKind
  dimensions: number
  entries: number
  /** Entries in pages of at most `rows`. */
  pages(rows: number): AsyncIterable<readonly ReadEntry[]>
}

/** A trained state of an index, which never changes. */
export type TrainedState = {
  readonly shape: { dimensions: number; entries: number }
  /** Entries by rising distance; ties in the order in which they were first saved. */
  search(vector: Float32Array, page: SnapshotSearch): NamedHit[] | Promise<NamedHit[]>
  /** The unit vector of an entry, or null. */
  vectorOf(name: string): Float32Array | null | Promise<Float32Array | null>
}

/** Stores trained states by name and searches them. */
export type TrainedStates = {
  /** Whether a state of that name belongs to this store. */
  has(name: string): boolean
  /** Builds a state from an index's entries. It is complete when this resolves; nothing refers to it yet. */
  build(training: Training, watch: TrainingWatch): Promise<string>
  /** Null if there is no state of that name, or no longer. */
  open(name: string, kind: IndexKind): Promise<TrainedState | null>
  /** Deletes a state if it exists. */
  remove(name: string): Promise<void>
  /** Deletes what a crash left on this machine and nothing in use needs; call it at the start. */
  sweep(inUse: readonly string[]): Promise<void>
}

/** Trained states that all nodes of a service search. */
export type SharedStates = TrainedStates & {
  /** Frees what this process holds of a replaced state; it can still be opened. */
  letGo(name: string): void
  /** Names of states built before a time (milliseconds since 1970), in use or not. */
  madeBefore(timeMs: number): AsyncIterable<string>
}
