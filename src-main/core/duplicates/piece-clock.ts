/** Milliseconds between two pauses: windows wait for a piece at most. */
const PIECE_MS = 8

/** Tells when a piece of long work took long enough, and begins the next one. */
export function createPieceClock(): () => boolean {
  let began = performance.now()
  return () => {
    const isDue = performance.now() - began > PIECE_MS
    if (isDue) began = performance.now()
    return isDue
  }
}
