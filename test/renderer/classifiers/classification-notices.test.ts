import { expect, test } from 'vitest'
import type { CustomClassifier } from '../../../src-main/contract/library/custom-classifiers.ts'
import { ClassificationNotices } from '../../../src-renderer/classifiers/classification-notices.ts'

const boat: CustomClassifier = {
  id: 'boat',
  kind: 'tagger',
  version: 1,
  modelId: 'm',
  classes: [{ name: 'Boat', positives: 6, negatives: 2 }],
  createdMs: 0,
  updatedMs: 0,
  photos: 41,
  certainty: 30,
  applying: { done: 3, total: 10 },
  problem: null,
}

test('a result is reported once, when the classifier has run on all photos', () => {
  const reported: { title: string; detail: string }[] = []
  const notices = new ClassificationNotices((notice) => reported.push(notice))
  notices.expect(boat, () => undefined)
  notices.update([boat])
  expect(reported).toEqual([])
  notices.update([{ ...boat, applying: null }])
  notices.update([{ ...boat, applying: null }])
  expect(reported).toMatchObject([
    { title: '“Boat” is learned', detail: 'Learned from 6 photos. No photo is tagged before you say yes.' },
  ])
})

test('classifiers that nobody waits for show no notice', () => {
  const notices = new ClassificationNotices(() => {
    throw new Error('A notice nobody waits for.')
  })
  expect(() => notices.update([{ ...boat, applying: null }])).not.toThrow()
})
