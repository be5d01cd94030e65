import { expect, test } from 'vitest'
import { FEEDBACK_MS } from '../../../../src-main/contract/analysis/feedback.ts'
import { openClassifiers, picture } from '../open-classifiers.ts'

const tags = [{ concept: 'dog', name: 'Dog', confidence: 80, origin: 'objects' }]
const namesAfter = (found: readonly { name: string }[]) => found.map(({ name }) => name)

test('feedback changes the results of its account and index only, even after a restart', async () => {
  const { classifiers, folder, close } = openClassifiers()
  const id = await classifiers.portsOf('a').feedback.accept({ embedding: picture(0, 1), tags }, 'mine')
  await classifiers.giveFeedback('a', {
    feedback_id: id,
    judgements: [
      { tag: 'dog', verdict: 'wrong' },
      { tag: 'Wolf', verdict: 'added' },
    ],
  })
  await close()
  const { classifiers: again, store } = openClassifiers(folder)
  const use = async (owner: string, index: string, subject = 0) =>
    namesAfter(await again.portsOf(owner).feedback.use(tags, picture(subject, 1), index))
  expect(await use('a', 'mine')).toEqual(['Wolf', 'Dog'])
  expect(await use('a', 'other')).toEqual(['Dog'])
  expect(await use('a', 'mine', 3)).toEqual(['Dog'])
  expect(await use('b', 'mine')).toEqual(['Dog'])
  expect(await store.feedback('a').entries('mine', 'model')).toHaveLength(2)
  expect(await store.feedback('b').entries('mine', 'model')).toEqual([])
})

test('an id is valid for its own account and for 24 hours', async () => {
  const { classifiers, store, clock } = openClassifiers()
  const id = await classifiers.portsOf('a').feedback.accept({ embedding: picture(0, 1), tags }, 'feedback')
  const give = (owner: string) =>
    classifiers.giveFeedback(owner, { feedback_id: id, judgements: [{ tag: 'Dog', verdict: 'wrong' }] })
  await expect(give('b')).rejects.toThrow(expect.objectContaining({ code: 'feedback-not-found' }))
  clock.now += FEEDBACK_MS
  await give('a')
  clock.now += 1
  await expect(give('a')).rejects.toThrow(expect.objectContaining({ code: 'feedback-not-found' }))
  expect(await store.feedback('a').entries('feedback', 'model')).toHaveLength(1)
})

test('all feedback of an account can be removed; that of others stays', async () => {
  const { classifiers, store } = openClassifiers()
  for (const owner of ['a', 'b']) {
    const id = await classifiers.portsOf(owner).feedback.accept({ embedding: picture(0, 1), tags }, 'mine')
    await classifiers.giveFeedback(owner, { feedback_id: id, judgements: [{ tag: 'Dog', verdict: 'wrong' }] })
  }
  await classifiers.removeOwner('b')
  expect(await store.feedback('a').entries('mine', 'model')).toHaveLength(1)
  expect(await store.feedback('b').entries('mine', 'model')).toEqual([])
})

test('an index keeps the latest judged pictures', { tags: 'night' }, async () => {
  const { classifiers, store } = openClassifiers()
  const { feedback } = classifiers.portsOf('a')
  for (let n = 0; n <= 2000; n++) {
    const feedback_id = await feedback.accept({ embedding: picture(n % 4, n), tags }, 'mine')
    await classifiers.giveFeedback('a', { feedback_id, judgements: [{ tag: `t${n}`, verdict: 'added' }] })
  }
  expect(await store.feedback('a').entries('mine', 'model')).toHaveLength(2000)
})

const id = `fb_${'0'.repeat(32)}`
test.each([
  ['nothing', null, 'Feedback must be an object with a feedback_id and judgements.'],
  ['no id', { judgements: [{ tag: 'a', verdict: 'right' }] }, 'feedback_id must be text.'],
  [
    'an id that is none',
    { feedback_id: 'x', judgements: [{ tag: 'a', verdict: 'right' }] },
    'feedback_id must be what an analysis with accept_feedback=1 returned.',
  ],
  ['no judgements', { feedback_id: id }, 'judgements must be a list of judgements.'],
  ['an empty list', { feedback_id: id, judgements: [] }, 'judgements must hold at least one judgement.'],
  [
    'a judgement that is none',
    { feedback_id: id, judgements: ['dog'] },
    'judgements[0] must be an object with a tag and a verdict.',
  ],
  [
    'an empty tag',
    { feedback_id: id, judgements: [{ tag: ' ', verdict: 'right' }] },
    'judgements[0].tag must not be empty.',
  ],
  [
    'an unknown verdict',
    { feedback_id: id, judgements: [{ tag: 'a', verdict: 'maybe' }] },
    'judgements[0].verdict must be right, wrong or added.',
  ],
])('feedback with %s is refused in one sentence that names the parameter', async (_what, given, message) => {
  const { classifiers } = openClassifiers()
  await expect(classifiers.giveFeedback('a', given)).rejects.toThrow(
    expect.objectContaining({ code: 'bad-params', message }),
  )
})

test('a tag called both right and wrong, and an invalid index name', async () => {
  const { classifiers } = openClassifiers()
  const { feedback } = classifiers.portsOf('a')
  const given = await feedback.accept({ embedding: picture(0, 1), tags }, 'mine')
  await expect(
    classifiers.giveFeedback('a', {
      feedback_id: given,
      judgements: [
        { tag: 'Dog', verdict: 'right' },
        { tag: 'dog', verdict: 'wrong' },
      ],
    }),
  ).rejects.toThrow('judgements has "dog" called both right and wrong; say one of the two.')
  await expect(feedback.use(tags, picture(0, 1), 'a b')).rejects.toThrow('feedback_index must have 1 to 64 letters')
})
