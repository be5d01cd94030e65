import { expect, test } from 'vitest'
import { FEEDBACK_MS } from '../../../../src-main/contract/analysis/feedback.ts'
import { FeedbackController } from '../../../../src-main/analysis/classifiers/feedback-controller.ts'
import { createClusters } from '../../../fixtures/clusters.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openForTest } from '../library.ts'

const { member } = createClusters()
const embedding = { modelId: 'model', vector: member(0, 1) }
const tags = [{ name: 'Dog', confidence: 80 }]

function openController(folder = tempFolder()) {
  const catalog = openForTest(folder)
  const clock = { now: 1_000_000 }
  return { folder, catalog, clock, controller: new FeedbackController(catalog.feedback, () => clock.now) }
}

test('feedback under an id changes later results of its index only, also after the library was closed', () => {
  const { controller, folder, catalog } = openController()
  const id = controller.accept({ embedding, tags }, 'mine')
  controller.give({
    feedback_id: id,
    judgements: [
      { tag: 'dog', verdict: 'wrong' },
      { tag: 'Wolf', verdict: 'added' },
    ],
  })
  catalog.close()
  const { controller: again, catalog: reopened } = openController(folder)
  expect(again.use(tags, embedding, 'mine').map(({ name }) => name)).toEqual(['Wolf', 'Dog'])
  expect(again.use(tags, embedding, 'other')).toEqual(tags)
  expect(again.use(tags, embedding)).toEqual(tags)
  expect(reopened.feedback.entries('mine', 'model')).toHaveLength(2)
})

test('what is said again of the same tag replaces what was said', () => {
  const { controller, catalog } = openController()
  const id = controller.accept({ embedding, tags })
  controller.give({ feedback_id: id, judgements: [{ tag: 'Dog', verdict: 'wrong' }] })
  controller.give({ feedback_id: id, judgements: [{ tag: 'dog', verdict: 'right' }] })
  expect(controller.use(tags, embedding)[0]!.confidence).toBeGreaterThan(80)
  expect(catalog.feedback.entries('feedback', 'model')).toHaveLength(1)
})

test('an id lives 24 hours; what was said under it stays', () => {
  const { controller, clock, catalog } = openController()
  const id = controller.accept({ embedding, tags })
  clock.now += FEEDBACK_MS
  controller.give({ feedback_id: id, judgements: [{ tag: 'Dog', verdict: 'right' }] })
  clock.now += 1
  expect(() => controller.give({ feedback_id: id, judgements: [{ tag: 'Dog', verdict: 'wrong' }] })).toThrow(
    expect.objectContaining({ code: 'feedback-not-found' }),
  )
  controller.accept({ embedding, tags })
  expect(catalog.feedback.ticket(id)).toBeNull()
  expect(controller.use(tags, embedding)[0]!.confidence).toBeGreaterThan(80)
})

const unknownId = `fb_${'0'.repeat(32)}`
test('bad feedback is refused and nothing of it kept', () => {
  const { controller, catalog } = openController()
  const id = controller.accept({ embedding, tags })
  const give = (feedback: unknown) => () => controller.give(feedback)
  expect(give({ feedback_id: unknownId, judgements: [{ tag: 'a', verdict: 'right' }] })).toThrow(
    expect.objectContaining({ code: 'feedback-not-found' }),
  )
  expect(give({ feedback_id: '../x', judgements: [{ tag: 'a', verdict: 'right' }] })).toThrow('feedback_id')
  expect(give({ feedback_id: id, judgements: [] })).toThrow('judgements')
  expect(give({ feedback_id: id, judgements: [{ tag: 'a', verdict: 'perhaps' }] })).toThrow('verdict')
  expect(
    give({
      feedback_id: id,
      judgements: [
        { tag: 'a', verdict: 'right' },
        { tag: 'A', verdict: 'wrong' },
      ],
    }),
  ).toThrow('both right and wrong')
  expect(give(null)).toThrow(expect.objectContaining({ code: 'bad-params' }))
  for (const index of ['a/b', '..', '', 'ü', 'a'.repeat(300)])
    expect(() => controller.accept({ embedding, tags }, index)).toThrow('feedback_index')
  expect(() =>
    controller.accept({ embedding: { modelId: 'model', vector: new Float32Array(4).fill(NaN) }, tags }),
  ).toThrow('not finite')
  expect(catalog.feedback.entries('feedback', 'model')).toEqual([])
})
