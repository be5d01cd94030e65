import type { Text } from '../../contract/sentences/text.ts'

/** A file as it was when it was put into the trash. */
export type TrashedFile = { path: string; bytes: number; contentHash: string }

/**
 * What became of a file that was to be put back: `gone` where it is in no trash any more, `occupied` where another file
 * lies at its place, which is never replaced, `by-hand` where the system says nothing of what is in its trash.
 */
export type PutBack =
  | { path: string; outcome: 'back' }
  | { path: string; outcome: 'gone' | 'occupied' | 'by-hand' | 'failed'; reason: Text }

/** The system's trash, as a shell reaches it. */
export type Trash = {
  /** How a person puts files back by hand; null where `putBack` does it. */
  advice: Text | null
  /** Moves one file there. Rejects with the reason where it stays at its place. */
  put(path: string): Promise<void>
  /** Puts files back where they were, as many as it can. */
  putBack(files: readonly TrashedFile[]): Promise<PutBack[]>
}
