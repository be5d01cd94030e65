import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openModels } from '../../../src-main/analysis/models/registry/registry.ts'
import { createStepRunner } from '../../../src-main/analysis/pipeline/step-runner.ts'
import { createSteps } from '../../../src-main/analysis/pipeline/create-steps.ts'
import { createCategoriesStep } from '../../../src-main/analysis/categories/categories-step.ts'
import { embeddingStep } from '../../../src-main/analysis/embedding/embedding-step.ts'
import { facesStep } from '../../../src-main/analysis/faces/faces-step.ts'
import { createTagsStep } from '../../../src-main/analysis/tags/tags-step.ts'
import { openEvidenceReader } from '../../../src-main/analysis/tags/evidence-reader.ts'
import { cocoDir, hasBundledModels, hasCoco, resourcesDir } from '../models/registry/sample-photos.ts'
import { DISPLAY_THRESHOLD, keptConfidence } from '../../../src-main/contract/analysis/tag.ts'
import { hasSharedModels, sharedModels } from '../models/registry/standard-models.ts'
import { runStepsOn } from '../step/step-context.ts'

const empty = mkdtempSync(join(tmpdir(), 'lumafold-no-models-'))
const parts = openEvidenceReader(resourcesDir)
const steps = [facesStep, createTagsStep(parts), createCategoriesStep(parts), embeddingStep]
const photo = (id: number) => join(cocoDir, 'images', `${id}`.padStart(12, '0') + '.jpg')

describe.skipIf(!hasCoco || !hasBundledModels)('real photos, bundled models (needs ../shared/photos)', () => {
  const models = openModels({ resourcesDir, modelsDir: empty })
  afterAll(() => models.close())

  test('an elephant with its broader concepts, and no breed without a classifier', async () => {
    const { tags, categories, nsfw, embedding } = await runStepsOn(photo(263), models, steps)
    const shown = tags!.filter((tag) => keptConfidence(tag) >= DISPLAY_THRESHOLD).map(({ concept }) => concept)
    expect(shown).toEqual(expect.arrayContaining(['elephant', 'mammal', 'animal']))
    expect(shown).not.toContain('asian-elephant')
    expect(tags!.find(({ concept }) => concept === 'elephant')).toMatchObject({
      origin: 'objects',
      synset_id: 'n02503517',
      parents: ['mammal', 'animal'],
    })
    expect(categories!.find(({ categorizer }) => categorizer === 'personal_photos')?.name).toBe('pets animals')
    expect(nsfw!.safe).toBeGreaterThan(90)
    expect(embedding).toMatchObject({ modelId: 'centernet' })
    expect(Math.hypot(...embedding!.vector)).toBeCloseTo(1, 4)
  })

  test('with explanations, it gives the same tags and the reason for each word', async () => {
    const run = createStepRunner({ models, steps: createSteps(resourcesDir) })
    const asked = await run({ path: photo(263), steps: ['tags'], explain: ['elephant', 'animal', 'dog', 'kitchen'] })
    const plain = await run({ path: photo(263), steps: ['tags'] })
    if (!asked.ok || !plain.ok) throw new Error('The photo was not analysed')
    expect(asked.findings.tags).toEqual(plain.findings.tags)
    expect(plain.findings.tagReasons).toBeUndefined()
    const keys = (id: string) => asked.findings.tagReasons![id]!.map(({ key }) => key)
    expect(keys('elephant').slice(0, 2)).toEqual(['score', 'chance'])
    expect(keys('elephant').at(-1)).toBe('total')
    expect(keys('animal')).toEqual(expect.arrayContaining(['parent', 'total']))
    expect(keys('kitchen').at(-1)).toBe('silent')
  })

  test('faces of people, with landmarks inside the picture', async () => {
    const { faces } = await runStepsOn(photo(389), models, steps)
    expect(faces!.length).toBeGreaterThan(0)
    expect(faces![0]!.coordinates.width).toBeGreaterThan(30)
    expect(faces![0]!.landmarks.length).toBeGreaterThan(3)
  })

  test('each step gives the same alone as among others', async () => {
    const all = await runStepsOn(photo(389), models, steps)
    expect(await runStepsOn(photo(389), models, [createCategoriesStep(openEvidenceReader(resourcesDir))])).toEqual({
      categories: all.categories,
      nsfw: all.nsfw,
    })
  })
})

describe.skipIf(!hasCoco || !hasBundledModels || !hasSharedModels)(
  'real photos, standard models (needs ../shared)',
  () => {
    const models = openModels({ resourcesDir, modelsDir: sharedModels })
    afterAll(() => models.close())
    const shownOn = async (id: number) =>
      (await runStepsOn(photo(id), models, steps))
        .tags!.filter((tag) => keptConfidence(tag) >= DISPLAY_THRESHOLD)
        .map(({ concept }) => concept)

    test('kinds come from the classifier', async () => {
      expect(await shownOn(263)).toContain('asian-elephant')
      expect(await shownOn(42)).toEqual(expect.arrayContaining(['dog', 'poodle', 'animal']))
    })

    test('a dog is not a portrait, and doughnuts are not people', async () => {
      expect(await shownOn(394)).not.toContain('portrait')
      expect(await shownOn(438)).toEqual(expect.not.arrayContaining(['person', 'portrait']))
    })

    test('black and white, and the embedding of the standard model', async () => {
      const { tags, embedding } = await runStepsOn(photo(86), models, steps)
      expect(tags!.map(({ concept }) => concept)).toContain('black-and-white')
      expect(embedding).toMatchObject({ modelId: 'mobilenetv2-int8-embedding' })
      expect(embedding!.vector).toHaveLength(1280)
    })
  },
)

afterAll(() => rmSync(empty, { recursive: true, force: true }))
