import { foreign } from '../../src-main/contract/sentences/say.ts'
import type { HistoryEntry } from '../../src-main/contract/library/history.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'

type Line = { changeId: number; ids: readonly number[]; sentence: string; isUndone: boolean; other: Photos }
type Photos = ReadonlyMap<number, PhotoDetail>

/** A history in memory: each line keeps its photos from before it, and after an undo those from after it. */
export function createFakeHistory(present: () => readonly PhotoDetail[]) {
  const lines: Line[] = []
  const pick = (ids: readonly number[]): Photos => {
    const named = new Set(ids)
    return new Map(present().flatMap((photo) => (named.has(photo.id) ? [[photo.id, photo] as const] : [])))
  }
  return {
    begin(ids: readonly number[], sentence: string): Line {
      const line = { changeId: lines.length + 1, ids, sentence, isUndone: false, other: pick(ids) }
      lines.push(line)
      return line
    },
    /** The photos to restore; null if there is nothing to undo or redo. */
    reverse(direction: 'undo' | 'redo', id: number | undefined): (Line & { photos: Photos }) | null {
      const isUndo = direction === 'undo'
      const able = lines.filter((each) => each.isUndone !== isUndo && (id === undefined || each.changeId === id))
      const line = isUndo ? able.at(-1) : able[0]
      if (line === undefined) return null
      const photos = line.other
      line.other = pick(line.ids)
      line.isUndone = isUndo
      return { ...line, photos }
    },
    idsOf: (id: number): readonly number[] => lines.find(({ changeId }) => changeId === id)?.ids ?? [],
    list: (): HistoryEntry[] =>
      lines
        .map(({ changeId, ids, sentence, isUndone }) => ({
          id: changeId,
          atMs: changeId * 60_000, // each in another minute
          kind: 'rate',
          sentence: foreign(sentence),
          count: ids.length,
          isUndone,
          undoneMs: isUndone ? (lines.length + changeId) * 60_000 : null,
        }))
        .reverse(),
  }
}
