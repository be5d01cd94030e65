import { expect, test } from 'vitest'
import type { PhotoTile } from '../../../src-main/contract/library/photo.ts'
import { openAhead } from '../../../src-renderer/cull/open-ahead.ts'
import { fakePhoto } from '../fake-photos.ts'

/** Indexes of the next three undecided photos in a list of these photos, whose ids begin at 1. */
const ahead = (list: readonly Partial<PhotoTile>[], from = 0): number[] => {
  const tiles = list.map((part, index) => fakePhoto(index + 1, part))
  return openAhead({ tile: (index) => tiles[index] }, from, 3).map(({ index }) => index)
}
const [picked, rejected, open] = [{ pick: 1 }, { pick: -1 }, { pick: 0 }] as const
const folded = (frames: number, more: Partial<PhotoTile> = {}) => ({ stack: 7, frames, ...more })

test('decided photos after the index are skipped, within the loaded part of the list', () => {
  expect(ahead([open, picked, open, rejected, open, open, open], 1)).toEqual([2, 4, 5])
  expect(ahead([rejected, open])).toEqual([1])
})

test('a folded stack is skipped once a frame is picked or all are rejected', () => {
  const stacks = [
    { picked: 1, rejected: 1 },
    { picked: 0, rejected: 3 },
  ].map((flagged) => folded(3, { flagged }))
  expect(ahead([...stacks, folded(3), open])).toEqual([2, 3])
})

test('nothing is known after the first stack whose flags may have changed since the list was loaded', () => {
  expect(ahead([open, folded(3, rejected), open])).toEqual([0])
  expect(ahead([open, folded(3, { flagged: { picked: 0, rejected: 1 } }), open])).toEqual([0])
  expect(ahead([folded(3, picked), folded(3), open], 1)).toEqual([])
})
