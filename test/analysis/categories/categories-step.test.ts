import { expect, test } from 'vitest'
import { createCategoriesStep } from '../../../src-main/analysis/categories/categories-step.ts'
import { facesStep } from '../../../src-main/analysis/faces/faces-step.ts'
import type { Box, NsfwScores } from '../../../src-main/analysis/models/runtime/tasks.ts'
import { openEvidenceReader } from '../../../src-main/analysis/tags/evidence-reader.ts'
import { photoOf, resourcesDir } from '../models/registry/sample-photos.ts'
import { fakeModels, runSteps } from '../step/step-context.ts'

const photo = photoOf(
  { width: 100, height: 80, data: Uint8Array.from({ length: 24_000 }, (_, at) => (at * 37) % 251) },
  { width: 1000, height: 800 },
)
const step = createCategoriesStep(openEvidenceReader(resourcesDir))
const CERTAIN: NsfwScores = { porn: 0.99, hentai: 0, sexy: 0, drawing: 0, neutral: 0.01 }

/** The verdict on a photo that the network calls nudity, and how often the network saw it. */
async function judge({ people = [], faces = [] }: { people?: readonly Box[]; faces?: readonly Box[] }) {
  const seen: NsfwScores[] = []
  const models = fakeModels({
    nsfw: {
      modelId: 'nsfwjs',
      async classify() {
        seen.push(CERTAIN)
        return CERTAIN
      },
    },
    objects: { modelId: 'centernet', detect: async () => people.map((box) => ({ label: 'person', score: 0.9, box })) },
    faces: { modelId: 'yunet', detect: async () => faces.map((box) => ({ score: 0.95, box, landmarks: [] })) },
  })
  const { nsfw } = await runSteps(photo, models, [facesStep, step])
  return { looks: seen.length, nsfw }
}

const square = (side: number): Box => ({ x1: 100, y1: 100, x2: 100 + side, y2: 100 + side })

test('the network sees a photo only if somebody is large in the frame, and all others are safe', async () => {
  const safe = { looks: 0, nsfw: { nsfw: 0, underwear: 0, safe: 100 } }
  expect(await judge({})).toEqual(safe)
  expect(await judge({ people: [square(150)] })).toEqual(safe)
  expect(await judge({ people: [square(150)], faces: [square(70)] })).toEqual(safe)
  const shown = { looks: 1, nsfw: { nsfw: 99, underwear: 0, safe: 1 } }
  expect(await judge({ people: [square(250)] })).toEqual(shown)
  expect(await judge({ people: [square(150)], faces: [square(90)] })).toEqual(shown)
})
