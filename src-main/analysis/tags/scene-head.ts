import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import { keepUnshown, logit, sigmoid } from '../models/adapters/calibration.ts'
import { softmax } from '../vectors/softmax.ts'
import type { Evidence } from './evidence.ts'
import type { TagTrace } from '../step/tag-trace.ts'

const HeadFile = z.object({
  model: z.string(),
  classes: z.array(z.string()),
  bias: z.array(z.number()),
  weights: z.array(z.array(z.number())),
})

/** Classes over the features of one embedding model. */
export type SceneHead = {
  dimensions: number
  /** Chances by class, summing to 1. */ score(embedding: Float32Array): Record<string, number>
}

/** Six outdoor scenes and `none`. Throws `file-unreadable` if the file is damaged. */
export const openSceneHead = (resourcesDir: string): SceneHead => openHead(join(resourcesDir, 'heads', 'scenes.json'))

/** Whether a photo was taken outdoors: `outdoors` and `other`. Throws `file-unreadable` if the file is damaged. */
export const openOutdoorsHead = (resourcesDir: string): SceneHead =>
  openHead(join(resourcesDir, 'heads', 'outdoors.json'))

/** Whether a flower is the subject of a photo: `flower` and `other`. Throws `file-unreadable` if the file is damaged. */
export const openFlowerHead = (resourcesDir: string): SceneHead => openHead(join(resourcesDir, 'heads', 'flower.json'))

/** Whether there are trees in view: `tree` and `other`. Throws `file-unreadable` if the file is damaged. */
export const openTreeHead = (resourcesDir: string): SceneHead => openHead(join(resourcesDir, 'heads', 'tree.json'))

/** Whether there is water in view: `water` and `other`. Throws `file-unreadable` if the file is damaged. */
export const openWaterHead = (resourcesDir: string): SceneHead => openHead(join(resourcesDir, 'heads', 'water.json'))

/** Whether the sun is low over the horizon: `sunset` and `other`. Throws `file-unreadable` if the file is damaged. */
export const openSunsetHead = (resourcesDir: string): SceneHead => openHead(join(resourcesDir, 'heads', 'sunset.json'))

function openHead(file: string): SceneHead {
  try {
    return createSceneHead(HeadFile.parse(JSON.parse(readFileSync(file, 'utf8'))))
  } catch (cause) {
    throw new AppError('file-unreadable', say('analysis.programFile', { path: file }), { cause })
  }
}

function createSceneHead({ classes, bias, weights }: z.infer<typeof HeadFile>): SceneHead {
  const rows = weights.map((row) => Float32Array.from(row))
  const score = (embedding: Float32Array) => {
    const sums = rows.map((row, k) => {
      let sum = bias[k]!
      for (let j = 0; j < row.length; j++) sum += row[j]! * embedding[j]!
      return sum
    })
    const chances = softmax(sums)
    return Object.fromEntries(classes.map((name, k) => [name, chances[k]!]))
  }
  return { dimensions: rows[0]!.length, score }
}

const concepts: Record<string, string> = {
  buildings: 'building',
  forest: 'forest',
  glacier: 'glacier',
  mountain: 'mountain',
  sea: 'sea',
  street: 'street',
}
/** The concept of one of the head's classes; undefined for `none`. */
export const sceneConceptOf = (name: string): string | undefined => concepts[name]

/** The concepts that the scene head can name. */
export const sceneConcepts = Object.values(concepts)
/** The head was trained on photos of scenes and of single objects, so it is trusted less on everyday photos. */
const RELIABILITY = 0.8
const MIN_SHARE = 0.5

/** The scene, where the head is sure of one. */
export function readScene(scores: Record<string, number>, trace?: TagTrace): Evidence[] {
  return Object.entries(scores).flatMap(([name, score]): Evidence[] => {
    const concept = sceneConceptOf(name)
    if (!concept) return []
    const chance = score * RELIABILITY
    trace?.score(concept, 'scene', score)
    if (score < MIN_SHARE) trace?.below(concept, MIN_SHARE)
    else trace?.chance(concept, chance)
    return score >= MIN_SHARE ? [{ concept, chance, origin: 'scene' }] : []
  })
}

/** The concept that the flower head can name. */
export const flowerConcept = 'flower'
/** Flowers are rare among the photos of its training, and its scores too low for a photo at hand. */
const FLOWERS_ARE_RARE = 1.5
/** Chance from which on a flower is shown, as an object is. */
const SURE_FLOWER = 0.45

/** A flower, from the score of its head, 0 to 1. */
export function readFlower(score: number, trace?: TagTrace): Evidence[] {
  const chance = sigmoid(logit(score, 0.001, 0.999) + FLOWERS_ARE_RARE)
  trace?.score(flowerConcept, 'scene', score)
  trace?.chance(flowerConcept, chance)
  if (chance < SURE_FLOWER) trace?.below(flowerConcept, SURE_FLOWER)
  return [{ concept: flowerConcept, ...keepUnshown(chance, SURE_FLOWER), origin: 'scene' }]
}
