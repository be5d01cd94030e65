import { expect, test } from 'vitest'
import { FEEDBACK_MS } from '../../../../src-main/contract/analysis/feedback.ts'
import { FeedbackController } from '../../../../src-main/analysis/classifiers/feedback-controller.ts'
import { createClusters } from '../../../fixtures/clusters.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openForTest } from '../../catalog/library.ts'

const { member } = createClusters()
const embedding = { modelId: 'model', vector: member(0, 1) }
const tags = [{ name: 'Dog', confidence: 80 }]

function openController(folder = tempFolder()) {
  const catalog = openForTest(folder)
  const clock = { now: 1_000_000 }
  return { folder, catalog, clock, controller: new FeedbackController(catalog.feedback, () => clock.now) }
}

test('feedback under an id changes later results of its index only, even after the library is reopened', async () => {
  const { controller, folder, catalog } = openController()
  const id = await controller.accept({ embedding, tags }, 'mine')
  await controller.give({
    feedback_id: id,
    judgements: [
      { tag: 'dog', verdict: 'wrong' },
      { tag: 'Wolf', verdict: 'added' },
    ],
  })
  catalog.close()
  const { controller: again, catalog: reopened } = openController(folder)
  expect((await again.use(tags, embedding, 'mine')).map(({ name }) => name)).toEqual(['Wolf', 'Dog'])
  expect(await again.use(tags, embedding, 'other')).toEqual(tags)
  expect(await again.use(tags, embedding)).toEqual(tags)
  expect(reopened.feedback.entries('mine', 'model')).toHaveLength(2)
})

test('later feedback on the same tag replaces the earlier one', async () => {
  const { controller, catalog } = openController()
  const id = await controller.accept({ embedding, tags })
  await controller.give({ feedback_id: id, judgements: [{ tag: 'Dog', verdict: 'wrong' }] })
  await controller.give({ feedback_id: id, judgements: [{ tag: 'dog', verdict: 'right' }] })
  expect((await controller.use(tags, embedding))[0]!.confidence).toBeGreaterThan(80)
  expect(catalog.feedback.entries('feedback', 'model')).toHaveLength(1)
})

test('an id is valid for 24 hours; feedback under it stays', async () => {
  const { controller, clock, catalog } = openController()
  const id = await controller.accept({ embedding, tags })
  clock.now += FEEDBACK_MS
  await controller.give({ feedback_id: id, judgements: [{ tag: 'Dog', verdict: 'right' }] })
  clock.now += 1
  await expect(controller.give({ feedback_id: id, judgements: [{ tag: 'Dog', verdict: 'wrong' }] })).rejects.toThrow(
    expect.objectContaining({ code: 'feedback-not-found' }),
  )
  await controller.accept({ embedding, tags })
  expect(catalog.feedback.ticket(id)).toBeNull()
  expect((await controller.use(tags, embedding))[0]!.confidence).toBeGreaterThan(80)
})

const unknownId = `fb_${'0'.repeat(32)}`
test('invalid feedback is refused, and none of it is kept', async () => {
  const { controller, catalog } = openController()
  const id = await controller.accept({ embedding, tags })
  const give = (feedback: unknown) => expect(controller.give(feedback)).rejects
  await give({ feedback_id: unknownId, judgements: [{ tag: 'a', verdict: 'right' }] }).toThrow(
    expect.objectContaining({ code: 'feedback-not-found' }),
  )
  await give({ feedback_id: '../x', judgements: [{ tag: 'a', verdict: 'right' }] }).toThrow('feedback_id')
  await give({ feedback_id: id, judgements: [] }).toThrow('judgements')
  await give({ feedback_id: id, judgements: [{ tag: 'a', verdict: 'perhaps' }] }).toThrow('verdict')
  await give({
    feedback_id: id,
    judgements: [
      { tag: 'a', verdict: 'right' },
      { tag: 'A', verdict: 'wrong' },
    ],
  }).toThrow('both right and wrong')
  await give(null).toThrow(expect.objectContaining({ code: 'bad-params' }))
  for (const index of ['a/b', '..', '', 'ü', 'a'.repeat(300)])
    await expect(controller.accept({ embedding, tags }, index)).rejects.toThrow('feedback_index')
  await expect(
    controller.accept({ embedding: { modelId: 'model', vector: new Float32Array(4).fill(NaN) }, tags }),
  ).rejects.toThrow('not finite')
  expect(catalog.feedback.entries('feedback', 'model')).toEqual([])
})
