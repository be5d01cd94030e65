import { LOWEST_CONFIDENCE } from '../../contract/analysis/tag.ts'
import type { Face } from '../../contract/analysis/face.ts'
import type { CachedDetections, StepContext } from '../step/step.ts'
import { facesOf } from '../faces/faces-step.ts'
import { showAs } from '../models/adapters/calibration.ts'
import { openVocabulary, type Vocabulary } from '../vocabulary/vocabulary.ts'
import type { Evidence } from './evidence.ts'
import { layMeshes, leaveOutMistaken } from './meshed-faces.ts'
import { nameScenery } from './name-scenery.ts'
import { readPixels, type PixelStatistics } from './pixel-statistics.ts'
import { readClasses, sumByConcept } from './read-classes.ts'
import { readGroups } from './read-groups.ts'
import { readLessLikely } from './read-less-likely.ts'
import { readLook } from './read-look.ts'
import { readMacro } from './read-macro.ts'
import { readObjects } from './read-objects.ts'
import { countPeople, readPeople } from './read-people.ts'
import { isLineDrawing, readDominantColors, readPictureKind } from './read-picture-kind.ts'
import { readRooms } from './read-rooms.ts'
import { readScenery } from './read-scenery.ts'
import { readSetting } from './read-setting.ts'
import { readSmile } from './read-smile.ts'
import { readSports } from './read-sports.ts'
import { readSunset } from './read-sunset.ts'
import { readWater } from './read-water.ts'
import { readWho } from './read-who.ts'
import {
  openFlowerHead,
  openOutdoorsHead,
  openSceneHead,
  openSunsetHead,
  openTreeHead,
  openWaterHead,
  readFlower,
  readScene,
  sceneConcepts,
  type SceneHead,
} from './scene-head.ts'
import type { TagTrace } from '../step/tag-trace.ts'
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

type Heads = Record<'scenes' | 'outdoors' | 'flower' | 'tree' | 'water' | 'sunset', SceneHead>

/** Opens the vocabulary and the heads; throws `file-unreadable` if one of them is damaged. */
export function openEvidenceReader(resourcesDir: string): EvidenceReader {
  const vocabulary = openVocabulary(resourcesDir)
  const heads = {
    scenes: openSceneHead(resourcesDir),
    outdoors: openOutdoorsHead(resourcesDir),
    flower: openFlowerHead(resourcesDir),
    tree: openTreeHead(resourcesDir),
    water: openWaterHead(resourcesDir),
    sunset: openSunsetHead(resourcesDir),
  }
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
  const { photo, trace } = context
  const seen = await facesOf(context)
  const meshed = await layMeshes(seen, photo, context.models)
  const boxes = await context.detections.objects()
  const detected = await objectEvidence(context, vocabulary)
  const someone = detected.find(({ concept }) => concept === 'person')?.chance ?? 0
  const faces = leaveOutMistaken(seen, meshed, { objects: boxes, person: someone })
  const scenes = (await scoreWith(heads.scenes, context)) ?? {}
  const statistics = readPixels(photo.pixels)
  const scenery = readScenery(photo.pixels)
  const shares = await classShares(context, vocabulary)
  const classes = believable(shares, { scenes, statistics }, vocabulary)
  const objects = weighObjects(detected, { classes, boxes, evenEdge: scenery.evenEdge }, vocabulary, trace)
  const weighed = objects.find(({ concept }) => concept === 'person')?.chance ?? 0
  const people = readPeople({ objects: boxes, person: weighed }, faces, photo, trace)
  const named = readClasses(classes, objects, vocabulary, trace)
  if (trace) traceModels(trace, vocabulary, { hasClassifier: shares.size > 0, hasScenes: 'sea' in scenes })
  const things = [...objects, ...people, ...named, ...readScene(scenes, trace)]
  const outdoors = (await scoreWith(heads.outdoors, context))?.['outdoors'] ?? null
  const flower = (await scoreWith(heads.flower, context))?.['flower'] ?? null
  const tree = (await scoreWith(heads.tree, context))?.['tree'] ?? null
  const water = (await scoreWith(heads.water, context))?.['water'] ?? null
  const sunset = (await scoreWith(heads.sunset, context))?.['sunset'] ?? null
  const setting = readSetting(things, scenes, statistics.colors.green, vocabulary)
  const kinds = [
    ...readPictureKind(statistics, photo, { ...setting, outdoors, forest: scenes['forest'] ?? 0 }, trace),
    ...readSunset(photo.pixels, { ...setting, outdoors, score: sunset }, trace),
    ...readMacro(classes, photo.pixels, trace),
  ]
  const evidence = [...things, ...kinds, ...readDominantColors(statistics, trace)]
  const count = countPeople(boxes, faces)
  const person = Math.max(0, ...things.map(({ concept, chance }) => (concept === 'person' ? chance : 0)))
  const words: Evidence[] = [
    ...readGroups(classes, { objects, scenes }, vocabulary, trace),
    ...(flower === null ? [] : readFlower(flower, trace)),
    ...readWater(water, things, trace),
    ...readWho(faces, count, photo, trace),
    ...readSmile(meshed, trace),
    ...readRooms(things, count, setting.isOutdoors, trace),
    ...readSports(things, trace),
    ...nameScenery(scenery, { setting, outdoors, tree, water, scenes, flat: statistics.flat, things }, trace),
    ...readLook(statistics, scenery, { setting: outdoors === null ? setting : null, person }, trace),
  ]
  words.push(...readLessLikely({ classes, scenes, statistics, objects, known: [...evidence, ...words] }, vocabulary))
  return { evidence, words: words.filter(isKept), statistics, faces, scenes }
}

const isKept = ({ chance, likely = chance }: Evidence) => 100 * Math.max(likely, showAs(chance)) > LOWEST_CONFIDENCE

/** Says which models are missing that know an asked concept. */
function traceModels(
  trace: TagTrace,
  vocabulary: Vocabulary,
  { hasClassifier, hasScenes }: { hasClassifier: boolean; hasScenes: boolean },
): void {
  for (const id of trace.asked()) {
    const isClass = vocabulary.concept(id).imagenet.length > 0
    if (!hasClassifier && isClass) trace.note(id, 'noModel', { by: 'classifier' })
    if (!hasScenes && sceneConcepts.includes(id)) trace.note(id, 'noModel', { by: 'scene' })
  }
}

async function objectEvidence(
  { models, photo, detections, trace }: StepContext,
  vocabulary: Vocabulary,
): Promise<Evidence[]> {
  const detector = await models.get('objects')
  if (!detector) {
    for (const id of trace?.asked() ?? [])
      if (vocabulary.concept(id).coco) trace!.note(id, 'noModel', { by: 'detector' })
    return []
  }
  const candidates = detector.candidates ? await detector.candidates(photo) : await detections.objects()
  return readObjects(
    candidates,
    detector.modelId,
    vocabulary,
    trace && { trace, doubts: await detector.doubts?.(photo) },
  )
}

/** The classifier's probabilities summed by concept; empty without a classifier. */
async function classShares(
  { models, photo }: StepContext,
  vocabulary: Vocabulary,
): Promise<ReadonlyMap<string, number>> {
  const classifier = await models.get('classifier')
  return classifier ? sumByConcept(await classifier.classify(photo), vocabulary) : new Map()
}

/** The scenes together have less on even photos of animals, with one exception. */
const SURE_SCENE = 0.6

/**
 * What can be believed of the classifier: it knows no scenes, and takes a glacier for a dog; to it, lines on black are
 * the web of a spider.
 */
function believable(
  shares: ReadonlyMap<string, number>,
  { scenes, statistics }: { scenes: Readonly<Record<string, number>>; statistics: PixelStatistics },
  vocabulary: Vocabulary,
): ReadonlyMap<string, number> {
  if (isLineDrawing(statistics)) return new Map()
  const { none = 1 } = scenes
  return 1 - none < SURE_SCENE ? shares : new Map([...shares].filter(([id]) => !vocabulary.isA(id, 'animal')))
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
