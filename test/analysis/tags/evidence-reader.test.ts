import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEvidenceReader } from '../../../src-main/analysis/tags/evidence-reader.ts'
import { createTagsStep } from '../../../src-main/analysis/tags/tags-step.ts'
import { DISPLAY_THRESHOLD, keptConfidence } from '../../../src-main/contract/analysis/tag.ts'
import { photoOf, resourcesDir } from '../models/registry/sample-photos.ts'
import { rasterOf } from '../sharpness/drawn-rasters.ts'
import { fakeModels, runSteps } from '../step/step-context.ts'

const [KOMONDOR, SPIDERS_WEB] = [228, 815]
const SIZE = 200
const step = createTagsStep(openEvidenceReader(resourcesDir))

/** Features of which the scene head says that they are of this class. */
function featuresOf(scene: string): Float32Array {
  const file = join(resourcesDir, 'heads', 'scenes.json')
  const { classes, weights } = JSON.parse(readFileSync(file, 'utf8')) as { classes: string[]; weights: number[][] }
  const row = Float32Array.from(weights[classes.indexOf(scene)]!)
  const length = Math.hypot(...row)
  return row.map((value) => value / length)
}

/** What is shown if the classifier is certain of one class. */
async function shownFor(index: number, scene: string, levelAt: (x: number, y: number) => number): Promise<string[]> {
  const photo = photoOf(rasterOf(SIZE, SIZE, levelAt), { width: SIZE, height: SIZE })
  const features = featuresOf(scene)
  const models = fakeModels({
    classifier: {
      modelId: 'drawn',
      labels: [],
      classify: async () => Float32Array.from({ length: 1000 }, (_, k) => (k === index ? 0.95 : 0)),
    },
    embedding: { modelId: 'mobilenetv2', dimensions: features.length, embed: async () => features },
  })
  const { tags } = await runSteps(photo, models, [step])
  return tags!.filter((tag) => keptConfidence(tag) >= DISPLAY_THRESHOLD).map(({ concept }) => concept)
}

const noise = (x: number, y: number) => 90 + ((x * 37 + y * 91) % 60)

test('a glacier is no dog, although the classifier is certain of one', async () => {
  expect(await shownFor(KOMONDOR, 'none', noise)).toContain('dog')
  expect(await shownFor(KOMONDOR, 'glacier', noise)).not.toContain('dog')
  expect(await shownFor(KOMONDOR, 'glacier', noise)).not.toContain('animal')
})

test("white lines on black are no spider's web", async () => {
  expect(await shownFor(SPIDERS_WEB, 'none', noise)).toContain('spiders-web')
  expect(await shownFor(SPIDERS_WEB, 'none', (x) => (x % 20 === 0 ? 255 : 0))).not.toContain('spiders-web')
})
