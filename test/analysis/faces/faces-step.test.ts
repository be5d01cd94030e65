import { describe, expect, test } from 'vitest'
import type { Box, FaceDetector } from '../../../src-main/analysis/models/runtime/tasks.ts'
import { facesStep, faceConfidence, readAttributes } from '../../../src-main/analysis/faces/faces-step.ts'
import { photoOf } from '../models/registry/sample-photos.ts'
import { fakeModels, runSteps } from '../step/step-context.ts'

const size = { width: 1000, height: 800 }
const photo = photoOf({ width: 200, height: 160, data: new Uint8Array(96_000) }, size)
const landmarks = [{ type: 'nose', x: -4.2, y: 900 }]
const detected = (score: number) => [{ score, box: { x1: -10.4, y1: 100.4, x2: 220.6, y2: 820 }, landmarks }]
const faces = (score: number) => ({ modelId: 'yunet-n', detect: async () => detected(score) })
const person = (x1: number, score = 0.8) => ({
  modelId: 'centernet',
  detect: async () => [{ label: 'person', score, box: { x1, y1: 0, x2: x1 + 400, y2: 800 } }],
})
const run = (adapters: Parameters<typeof fakeModels>[0]) => runSteps(photo, fakeModels(adapters), [facesStep])

describe('the faces step', () => {
  test('gives integer pixels within the picture', async () => {
    const [face] = (await run({ faces: faces(0.9) })).faces!
    expect(face).toEqual({
      confidence: 99,
      coordinates: { xmin: 0, ymin: 100, xmax: 221, ymax: 800, width: 221, height: 700 },
      face_id: '',
      attributes: [],
      landmarks: [{ type: 'nose', x: 0, y: 799 }],
    })
  })

  test('doubts a face without a person around it', async () => {
    expect((await run({ faces: faces(0.9), objects: person(0) })).faces![0]!.confidence).toBe(99)
    expect((await run({ faces: faces(0.9), objects: person(500) })).faces![0]!.confidence).toBe(74.25)
    expect((await run({ faces: faces(0.9), objects: { modelId: 'centernet', detect: async () => [] } })).faces).toEqual(
      [],
    )
  })

  test('trusts a face more with a likelier person elsewhere, without a jump', async () => {
    const confidences = await Promise.all(
      [0.2, 0.25, 0.27, 0.29, 0.2999, 0.3, 0.5].map(
        async (score) => (await run({ faces: faces(0.95), objects: person(500, score) })).faces![0]?.confidence ?? 0,
      ),
    )
    expect(confidences).toEqual([...confidences].sort((a, b) => a - b))
    expect(confidences[4]).toBeCloseTo(confidences[5]!, 0)
    expect(confidences[2]).toBeGreaterThan(confidences[0]!)
  })

  test('faces may be at the head of each person that has no clear face', async () => {
    const [at, far] = [
      { x1: 100, y1: 100, x2: 200, y2: 200 },
      { x1: 700, y1: 100, x2: 790, y2: 190 },
    ]
    const placesWithout = async (score: number, boxes: readonly Box[], ...people: number[]) => {
      let places: readonly Box[] = []
      const found = boxes.map((box) => ({ score, box, landmarks: [] }))
      const detect: FaceDetector['detect'] = async (_, placesWithout) => {
        places = placesWithout!(found)
        return found
      }
      const objects = {
        modelId: 'centernet',
        detect: async () => (await Promise.all(people.map((x1) => person(x1).detect()))).flat(),
      }
      await run({ faces: { modelId: 'blazeface', detect }, objects })
      return places
    }
    const [left, right] = [0, 500].map((x1) => ({ x1, y1: 0, x2: x1 + 400, y2: 520 }))
    expect(await placesWithout(0.95, [at], 0)).toEqual([])
    expect(await placesWithout(0.95, [at, far], 0, 500)).toEqual([])
    expect(await placesWithout(0.95, [at], 0, 500)).toEqual([right])
    expect(await placesWithout(0.85, [at], 0)).toEqual([left])
    expect(await placesWithout(0.95, [{ ...at, x2: 170 }], 0)).toEqual([left])
    expect(await placesWithout(0.95, [], 0, 500)).toEqual([left, right])
  })

  test('nobody looks closer at people whose faces are too small for that', async () => {
    let places: readonly Box[] = []
    const detect: FaceDetector['detect'] = async (_, placesWithout) => {
      places = placesWithout!([])
      return []
    }
    const small = { label: 'person', score: 0.8, box: { x1: 10, y1: 20, x2: 60, y2: 110 } }
    const objects = { modelId: 'centernet', detect: async () => [small, ...(await person(500).detect())] }
    await run({ faces: { modelId: 'blazeface', detect }, objects })
    expect(places).toEqual([{ x1: 500, y1: 0, x2: 900, y2: 520 }])
  })

  test('without a model there are no faces, and weak ones are left out', async () => {
    expect((await run({})).faces).toEqual([])
    expect((await run({ faces: faces(0.55) })).faces).toEqual([])
  })

  test('does not describe a face that is a smudge in the raster', async () => {
    const small = photoOf({ width: 100, height: 80, data: new Uint8Array(24_000) }, size)
    const identity = { modelId: 'faceres', describe: () => Promise.reject(new Error('asked for')) }
    const { faces: found } = await runSteps(small, fakeModels({ faces: faces(0.9), 'face-identity': identity }), [
      facesStep,
    ])
    expect(found!.map(({ attributes }) => attributes)).toEqual([[]])
  })

  test('does not look for faces if no face would be shown', async () => {
    const detector = { modelId: 'blazeface', detect: () => Promise.reject(new Error('asked for')) }
    expect((await run({ faces: detector, objects: { modelId: 'centernet', detect: async () => [] } })).faces).toEqual(
      [],
    )
  })

  test('describes large faces if the model is certain', async () => {
    const identity = {
      modelId: 'faceres',
      describe: async () => ({ vector: new Float32Array(1), age: 6, gender: 'female' as const, genderScore: 0.9 }),
    }
    const [face] = (await run({ faces: faces(0.9), 'face-identity': identity })).faces!
    expect(face!.attributes).toEqual([
      { type: 'age_group', label: 'child', confidence: 79 },
      { type: 'gender', label: 'female', confidence: 90 },
    ])
  })

  test('an age at the edge of a group and an uncertain gender give nothing', () => {
    expect(readAttributes({ age: 20, gender: 'male', genderScore: 0.55 }, 100)).toEqual([])
  })

  test('a large face more likely a woman’s than a man’s is one, a small one needs a high score', () => {
    const read = (gender: 'female' | 'male', genderScore: number, side: number) =>
      readAttributes({ age: 20, gender, genderScore }, side)
    expect(read('female', 0.25, 60)).toEqual([{ type: 'gender', label: 'female', confidence: 90 }])
    expect(read('female', 0.96, 60)).toEqual([{ type: 'gender', label: 'female', confidence: 96 }])
    expect([read('female', 0.15, 60), read('female', 0.25, 35), read('male', 0.25, 60)]).toEqual([[], [], []])
    expect(read('female', 0.7, 35)).toEqual([{ type: 'gender', label: 'female', confidence: 70 }])
  })

  test('a better score never means less confidence', () => {
    for (const model of ['yunet-n', 'blazeface']) {
      const shown = Array.from({ length: 51 }, (_, k) => faceConfidence(0.5 + k / 100, model))
      expect(shown).toEqual([...shown].sort((a, b) => a - b))
    }
  })
})
