import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnalysedPicture } from '../../../../src-main/analysis/operations/analysed-picture.ts'
import type { PictureVector } from '../../../../src-main/analysis/operations/ports.ts'
import { sharedPhotos } from '../../../fixtures/shared.ts'
import { openOperations } from '../../../analysis/operations/open-operations.ts'
import { openClassifiers } from '../open-classifiers.ts'

const photos = sharedPhotos()
const meals = ['000000000110', '000000000194', '000000000397', '000000000450']
const giraffes = ['000000000025', '000000000072', '000000000136', '000000000144']
const planes = ['000000000081', '000000000247', '000000000472', '000000000542']

describe.skipIf(photos === null)('trained with real photos and used through the operations', () => {
  const opened = new Map<string, AnalysedPicture>()
  let operations: ReturnType<typeof openOperations>
  beforeAll(async () => {
    operations = openOperations()
    for (const name of [...meals, ...giraffes, ...planes])
      opened.set(name, await operations.open(join(photos!, `coco128/images/${name}.jpg`)))
  })
  afterAll(() => operations.close())

  /** Operations of an account, on the models that are already open. */
  const operationsOf = (ports: ReturnType<ReturnType<typeof openClassifiers>['classifiers']['portsOf']>) =>
    openOperations(ports)
  const seen = (names: readonly string[]) =>
    Promise.all(names.map(async (name): Promise<PictureVector> => (await operations.contentVector(opened.get(name)!))!))

  test('a custom tagger tags alone, in the requested languages', { tags: 'night' }, async () => {
    const { classifiers } = openClassifiers()
    await classifiers.train('a', {
      id: 'own',
      kind: 'tagger',
      classes: [
        { name: 'giraffe', positives: await seen(giraffes.slice(0, 3)), negatives: await seen([...meals, ...planes]) },
      ],
    })
    const own = operationsOf(classifiers.portsOf('a'))
    const [found, other] = [
      await own.tags(opened.get(giraffes[3]!)!, { tagger_id: 'own', language: 'en,de' }),
      await own.tags(opened.get(meals[0]!)!, { tagger_id: 'own' }),
    ]
    expect(found.tags[0]).toEqual({ confidence: expect.any(Number), tag: { en: 'giraffe', de: 'Giraffe' } })
    expect(found.tags[0]!.confidence).toBeGreaterThan(30)
    expect(other.tags.every(({ confidence }) => confidence < found.tags[0]!.confidence / 2)).toBe(true)
    await expect(
      operationsOf(classifiers.portsOf('b')).tags(opened.get(giraffes[3]!)!, { tagger_id: 'own' }),
    ).rejects.toMatchObject({ code: 'bad-params' })
    await own.close()
  })

  test('a custom categorizer is listed with the built-in ones', async () => {
    const { classifiers } = openClassifiers()
    await classifiers.train('a', {
      id: 'themes',
      kind: 'categorizer',
      title: 'Themes',
      classes: [
        { name: 'food', positives: await seen(meals.slice(1)) },
        { name: 'flight', positives: await seen(planes.slice(1)) },
        { name: 'wild', positives: await seen(giraffes.slice(1)) },
      ],
    })
    const own = operationsOf(classifiers.portsOf('a'))
    expect((await own.categorizers()).map(({ id }) => id)).toEqual([
      'general_v3',
      'personal_photos',
      'nsfw_beta',
      'themes',
    ])
    const first = async (name: string) => (await own.categories(opened.get(name)!, 'themes')).categories[0]!.name['en']
    expect([await first(meals[0]!), await first(planes[0]!), await first(giraffes[0]!)]).toEqual([
      'food',
      'flight',
      'wild',
    ])
    await own.close()
  })

  test(
    'with feedback, a tag called wrong falls and a missing one appears on the same photo',
    { tags: 'night' },
    async () => {
      const { classifiers } = openClassifiers()
      const own = operationsOf(classifiers.portsOf('a'))
      const photo = opened.get(planes[0]!)!
      const { tags, feedback_id } = await own.tags(photo, { accept_feedback: '1', feedback_index: 'mine' })
      await classifiers.giveFeedback('a', {
        feedback_id,
        judgements: [
          { tag: tags[0]!.tag['en'], verdict: 'wrong' },
          { tag: 'holiday jet', verdict: 'added' },
        ],
      })
      const after = (await own.tags(photo, { use_feedback: '1', feedback_index: 'mine' })).tags
      expect(after.find(({ tag }) => tag['en'] === 'holiday jet')?.confidence).toBeGreaterThan(80)
      expect(after.find(({ tag }) => tag['en'] === tags[0]!.tag['en'])?.confidence ?? 0).toBeLessThan(
        tags[0]!.confidence - 20,
      )
      expect((await own.tags(photo)).tags).toEqual(tags)
      await own.close()
    },
  )
})
