import { setImmediate } from 'node:timers/promises'

/** Files processed without a break: some 20 ms, the maximum that windows wait. */
export const PIECE = 200

export function* piecesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += PIECE) yield all.slice(at, at + PIECE)
}

/** Processes a list in pieces; calls and pictures are served before each. */
export async function inPieces<T, Result>(
  all: readonly T[],
  work: (piece: readonly T[]) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = []
  for (const piece of piecesOf(all)) {
    await setImmediate()
    results.push(...work(piece))
  }
  return results
}
