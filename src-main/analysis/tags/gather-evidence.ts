import type { Face } from '../../contract/analysis/face.ts'
import type { CachedDetections, StepContext } from '../step/step.ts'
import { facesOf } from '../faces/faces-step.ts'
import { openVocabulary, type Vocabulary } from '../vocabulary/vocabulary.ts'
import type { Evidence } from './evidence.ts'
import { nameScenery } from './name-scenery.ts'
import { readPixels, type PixelStatistics } from './pixel-statistics.ts'
import { readClasses, sumByConcept } from './read-classes.ts'
import { readMacro } from './read-macro.ts'
import { readObjects } from './read-objects.ts'
import { countPeople, readPeople } from './read-people.ts'
import { readDominantColors, readPictureKind } from './read-picture-kind.ts'
import { readRooms } from './read-rooms.ts'
import { readScenery } from './read-scenery.ts'
import { readSetting } from './read-setting.ts'
import { readSports } from './read-sports.ts'
import { readSunset } from './read-sunset.ts'
import { readWho } from './read-who.ts'
import { openOutdoorsHead, openSceneHead, readScene, type SceneHead } from './scene-head.ts'
import { weighObjects } from './weigh-objects.ts'

/** What the tags and categories steps share: the vocabulary, and the evidence of a photo, gathered once for both. */
export type EvidenceReader = {
  vocabulary: Vocabulary
  evidenceOf(context: StepContext): Promise<PhotoEvidence>
}

/** All evidence of a photo for tags and categories. */
export type PhotoEvidence = {
  evidence: readonly Evidence[]
  /** Evidence for tags only: categories have their own rules for these words. */
  words: readonly Evidence[]
  statistics: PixelStatistics
  faces: readonly Face[]
  scenes: Record<string, number>
}

type Heads = { scenes: SceneHead; outdoors: SceneHead }

/** Opens the vocabulary and the heads; throws `file-unreadable` if one of them is damaged. */
export function openEvidenceReader(resourcesDir: string): EvidenceReader {
  const vocabulary = openVocabulary(resourcesDir)
  const heads = { scenes: openSceneHead(resourcesDir), outdoors: openOutdoorsHead(resourcesDir) }
  const gathered = new WeakMap<CachedDetections, Promise<PhotoEvidence>>()
  return {
    vocabulary,
    evidenceOf(context) {
      const known = gathered.get(context.detections) ?? gatherEvidence(context, vocabulary, heads)
      gathered.set(context.detections, known)
      return known
    },
  }
}

async function gatherEvidence(context: StepContext, vocabulary: Vocabulary, heads: Heads): Promise<PhotoEvidence> {
  const { photo } = context
  const faces = await facesOf(context)
  const classes = await classShares(context, vocabulary)
  const objects = weighObjects(await objectEvidence(context, vocabulary), classes, vocabulary)
  const boxes = await context.detections.objects()
  const people = readPeople(boxes, faces, photo)
  const scenes = (await scoreWith(heads.scenes, context)) ?? {}
  const statistics = readPixels(photo.pixels)
  const things = [...objects, ...people, ...readClasses(classes, objects, vocabulary), ...readScene(scenes)]
  const setting = readSetting(things, scenes, statistics.colors.green, vocabulary)
  const kinds = [
    ...readPictureKind(statistics, photo, setting),
    ...readSunset(photo.pixels, setting),
    ...readMacro(classes, photo.pixels),
  ]
  const evidence = [...things, ...kinds, ...readDominantColors(statistics)]
  const count = countPeople(boxes, faces)
  const outdoors = (await scoreWith(heads.outdoors, context))?.['outdoors'] ?? null
  const words = [
    ...readWho(faces, count, photo),
    ...readRooms(things, count, setting.isOutdoors),
    ...readSports(things),
    ...nameScenery(readScenery(photo.pixels), { setting, outdoors, scenes, flat: statistics.flat, things }),
  ]
  return { evidence, words, statistics, faces, scenes }
}

async function objectEvidence({ models, photo, detections }: StepContext, vocabulary: Vocabulary): Promise<Evidence[]> {
  const detector = await models.get('objects')
  if (!detector) return []
  const candidates = detector.candidates ? await detector.candidates(photo) : await detections.objects()
  return readObjects(candidates, detector.modelId, vocabulary)
}

/** The classifier's probabilities summed by concept; empty without a classifier. */
async function classShares(
  { models, photo }: StepContext,
  vocabulary: Vocabulary,
): Promise<ReadonlyMap<string, number>> {
  const classifier = await models.get('classifier')
  return classifier ? sumByConcept(await classifier.classify(photo), vocabulary) : new Map()
}

/** Chances of a head's classes; null if no installed model makes the features that it was trained on. */
async function scoreWith(head: SceneHead, { models, photo }: StepContext): Promise<Record<string, number> | null> {
  const embedder = await models.get('embedding')
  return embedder && fits(embedder, head) ? head.score(await embedder.embed(photo)) : null
}

/** The head was trained on MobileNetV2 features and suits no others. */
function fits({ modelId, dimensions }: { modelId: string; dimensions: number }, head: SceneHead): boolean {
  return dimensions === head.dimensions && modelId.includes('mobilenetv2')
}
