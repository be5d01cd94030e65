/** What an undo or redo did, in a sentence; `kept` photos were changed again meanwhile. */
export function describeReverse(direction: 'undo' | 'redo', sentence: string, kept: number): string {
  const done = `${direction === 'undo' ? 'Undone' : 'Redone'}: ${sentence}`
  if (kept === 0) return done
  const photos = kept === 1 ? '1 photo was' : `${kept.toLocaleString('en')} photos were`
  return `${done}. ${photos} changed since and ${kept === 1 ? 'stays' : 'stay'} as ${kept === 1 ? 'it is' : 'they are'}`
}
