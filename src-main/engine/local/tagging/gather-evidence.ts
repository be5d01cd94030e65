import type { StepContext } from '../step.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import type { Evidence } from './evidence.ts'
import { readPixels } from './pixel-facts.ts'
import { readClasses, sumByConcept } from './read-classes.ts'
import { readObjects } from './read-objects.ts'
import { readPeople } from './read-people.ts'
import { readDominantColors, readPictureKind } from './read-picture-kind.ts'
import { readScene, type SceneHead } from './scene-head.ts'

/** What tagging knows beside the models. */
export type TagParts = { vocabulary: Vocabulary; sceneHead: SceneHead }

/** Everything that speaks for a tag; the categories step reads it too. */
export async function gatherEvidence(context: StepContext, parts: TagParts): Promise<Evidence[]> {
  const { photo, found } = context
  const objects = await objectEvidence(context, parts.vocabulary)
  const people = readPeople(await context.seen.objects(), found.faces ?? [], photo)
  const classes = await classEvidence(context, objects, parts.vocabulary)
  const facts = readPixels(photo.pixels)
  const hasLife = [...objects, ...people].some(({ concept, chance }) => chance > 0.5 && parts.vocabulary.isA(concept, 'person'))
  return [...objects, ...people, ...classes, ...readScene(await scoreScenes(context, parts.sceneHead)), ...readPictureKind(facts, photo, hasLife), ...readDominantColors(facts)]
}

async function objectEvidence({ models, photo, seen }: StepContext, vocabulary: Vocabulary): Promise<Evidence[]> {
  const detector = await models.get('objects')
  if (!detector) return []
  const hints = detector.glimpse ? await detector.glimpse(photo) : await seen.objects()
  return readObjects(hints, detector.modelId, vocabulary)
}

async function classEvidence({ models, photo }: StepContext, objects: readonly Evidence[], vocabulary: Vocabulary): Promise<Evidence[]> {
  const classifier = await models.get('classifier')
  if (!classifier) return []
  return readClasses(sumByConcept(await classifier.classify(photo), vocabulary), objects, vocabulary)
}

/** Chances of the outdoor scenes; empty where no model is there that the head understands. */
export async function scoreScenes({ models, photo }: StepContext, head: SceneHead): Promise<Record<string, number>> {
  const embedder = await models.get('embedding')
  if (!embedder || !fits(embedder, head)) return {}
  return head.score(await embedder.embed(photo))
}

/** The head was trained on MobileNetV2 features and means nothing on others. */
function fits({ modelId, dimensions }: { modelId: string; dimensions: number }, head: SceneHead): boolean {
  return dimensions === head.dimensions && modelId.includes('mobilenetv2')
}

