import { basename, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { facesStep } from '../../../src-main/analysis/faces/faces-step.ts'
import { openModels } from '../../../src-main/analysis/models/registry/registry.ts'
import { openEvidenceReader } from '../../../src-main/analysis/tags/evidence-reader.ts'
import { createTagsStep } from '../../../src-main/analysis/tags/tags-step.ts'
import { LOWEST_CONFIDENCE } from '../../../src-main/contract/analysis/tag.ts'
import { listCoco } from '../../eval/coco.ts'
import { listKinds } from '../../eval/kinds-photos.ts'
import { byNight } from '../../fixtures/night.ts'
import { hasBundledModels, resourcesDir } from '../models/registry/sample-photos.ts'
import { hasSharedModels, sharedModels } from '../models/registry/standard-models.ts'
import { runSteps } from '../step/step-context.ts'

const TAGS = 10
/** By night there are 567 photos. */
const LIMIT_MS = byNight(180_000, 1_200_000)
const photos = [...listCoco(), ...listKinds()].map(({ path }) => path)
/** Of those with the fewest tags: a cut-out on white, an outline on black, a plain sea. By day only these. */
const poor = ['k0149', 'k0039', 'k0359'].map((name) => `${name}.jpg`)
const looked = byNight(
  photos.filter((path) => poor.includes(basename(path))),
  photos,
)
const steps = [facesStep, createTagsStep(openEvidenceReader(resourcesDir))]

describe.skipIf(photos.length === 0 || !hasBundledModels)('real photos (need ../shared/photos)', () => {
  const sets = [
    { set: 'bundled', modelsDir: join(resourcesDir, 'no-such-folder') },
    ...(hasSharedModels ? [{ set: 'standard', modelsDir: sharedModels }] : []),
  ]
  test.each(sets)('each has ten tags and more with the $set models', { timeout: LIMIT_MS }, async ({ modelsDir }) => {
    const models = openModels({ resourcesDir, modelsDir })
    onTestFinished(() => models.close())
    const few: string[] = []
    for (const path of looked) {
      const { tags } = await runSteps(await decodePhoto(path), models, steps)
      const kept = tags!.filter(({ confidence }) => confidence > LOWEST_CONFIDENCE)
      if (kept.length < TAGS) few.push(`${basename(path)}: ${kept.map(({ concept }) => concept).join(' ')}`)
    }
    expect(looked.length).toBeGreaterThanOrEqual(poor.length)
    expect(few).toEqual([])
  })
})
