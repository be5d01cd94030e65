import { say } from '../../contract/sentences/say.ts'
/** What an undo or redo did, in a sentence; `kept` photos were changed again meanwhile. */
export function describeReverse(direction: 'undo' | 'redo', sentence: string, kept: number): string {
  const done = say(direction === 'undo' ? 'reversals.undone' : 'reversals.redone', { what: sentence })
  return kept === 0 ? done : `${done}. ${say('reversals.kept', { photos: kept })}`
}
