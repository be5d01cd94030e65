import type { Text } from '../../contract/sentences/text.ts'

/** A file as it was when it was put into the trash. */
export type TrashedFile = { path: string; bytes: number; contentHash: string }

/**
 * The outcome for a file to be restored: `gone` if it is no longer in any trash, `occupied` if another file is at its
 * place, which is never replaced, `by-hand` if the system does not list its trash.
 */
export type PutBack =
  | { path: string; outcome: 'back' }
  | { path: string; outcome: 'gone' | 'occupied' | 'by-hand' | 'failed'; reason: Text }

/** The system's trash, as a shell reaches it. */
export type Trash = {
  /** How a person restores files by hand, in a sentence; null if `putBack` does it. */
  advice: Text | null
  /** Moves one file to the trash. Rejects with the reason if it stays. */
  put(path: string): Promise<void>
  /** Restores as many files as possible to their places. */
  putBack(files: readonly TrashedFile[]): Promise<PutBack[]>
}
