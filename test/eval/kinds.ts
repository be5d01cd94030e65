import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundTag } from '../../src-main/contract/analysis/tag.ts'
import { openVocabulary } from '../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../fixtures/folders.ts'
import { isShown, type Judged } from './analyse-coco.ts'
import { bandFigures, calibrationError, errorByChance } from './calibration-error.ts'
import { agreementOfCopies } from './copies.ts'
import { figure, mean, printFigures, type Figure, type ModelSet } from './figures.ts'
import { isFood, isOdd, isOtherAnimal, listKinds, numberOf, type KindsPhoto } from './kinds-photos.ts'
import { createTagPhoto } from './tag-photo.ts'

/** One in this many photos is copied: each costs three more. */
const COPIED = 2
type Seen = { photo: KindsPhoto; tags: readonly FoundTag[] }

const vocabulary = openVocabulary(resourcesDir)
const isKindOf = (broad: string) => (label: string) => vocabulary.isA(vocabulary.byCoco(label)!.id, broad)

/**
 * Tags on the odd photos of `kinds`, which no detector was trained on: wrong animals and foods, all 80 names of COCO,
 * their calibration, and whether copies of a photo get the same tags.
 */
export async function evaluateKinds({ name, models }: ModelSet): Promise<Figure[]> {
  const tagPhoto = createTagPhoto(models)
  const seen: Seen[] = []
  for (const photo of listKinds().filter(isOdd)) seen.push({ photo, tags: await tagPhoto(photo.path) })
  if (seen.length === 0) return []
  return [
    ...measureKind(seen, 'animal', isOtherAnimal, name),
    ...measureKind(seen, 'food', (photo) => photo.kind === 'thing' && !isFood(photo), name),
    ...measureObjects(seen, name),
    ...bandFigures('kinds, looks and places not shown', name, seen.flatMap(judgeLooks)),
    figure(
      'kinds: first eight tags that copies share',
      name,
      await agreementOfCopies(
        seen.filter((_, n) => n % COPIED === 0).map(({ photo, tags }) => ({ path: photo.path, tags })),
        tagPhoto,
      ),
      { least: 0.9 },
    ),
  ]
}

/** COCO's names of a photo with their confidence and correctness; doubtful ones are left out. */
function judgedOf({ photo, tags }: Seen): (Judged & { label: string })[] {
  return tags.flatMap(({ concept, confidence, keptAs }) => {
    const label = vocabulary.concept(concept).coco
    if (label === undefined || photo.unsure.includes(label)) return []
    return [{ label, confidence, keptAs, isRight: photo.shows.includes(label) }]
  })
}

const looks = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'looks-judged.json'), 'utf8')) as {
    photos: Record<string, number[]>
  }
).photos

/** Words for how a photo looks, and for where it was taken, that are too uncertain to be shown. */
function judgeLooks({ photo, tags }: Seen): Judged[] {
  return tags.flatMap((tag) => {
    const photos = looks[tag.concept]
    if (photos === undefined || isShown(tag)) return []
    return [{ confidence: tag.confidence, keptAs: tag.keptAs, isRight: photos.includes(numberOf(photo)) }]
  })
}

/** How often COCO's animals or foods are found wrongly, and correctly. */
function measureKind(
  seen: readonly Seen[],
  broad: string,
  hasNone: (photo: KindsPhoto) => boolean,
  set: string,
): Figure[] {
  const ofKind = isKindOf(broad)
  const without = seen.filter(({ photo }) => hasNone(photo))
  const wrong = without.flatMap((one) =>
    judgedOf(one)
      .filter((tag) => isShown(tag) && !tag.isRight && ofKind(tag.label))
      .map(({ label }) => ({ photo: one.photo, label })),
  )
  const photos = new Set(wrong.map(({ photo }) => photo)).size
  const there = seen.flatMap((one) => one.photo.shows.filter(ofKind).map((label) => ({ one, label })))
  const found = there.filter(({ one, label }) => judgedOf(one).some((tag) => tag.label === label && isShown(tag)))
  return [
    figure(`kinds: photos without a COCO ${broad} that show one`, set, photos / without.length, {
      ...(set === 'standard' ? { most: 0.05 } : {}),
      note: `${photos} of ${without.length}: ${wrong.map(({ photo, label }) => `${photo.name} ${photo.label}: ${label}`).join(', ')}`,
    }),
    figure(`kinds: COCO ${broad}s shown where they are`, set, found.length / there.length, {
      note: `${found.length} of ${there.length}`,
    }),
  ]
}

function measureObjects(seen: readonly Seen[], set: string): Figure[] {
  const judged = seen.flatMap(judgedOf)
  const shown = judged.filter(isShown)
  const byChance = errorByChance(shown)
  const right = shown.filter(({ isRight }) => isRight).length
  const precision = right / shown.length
  const recall = right / seen.reduce((sum, { photo }) => sum + photo.shows.length, 0)
  return [
    figure('kinds: F1', set, (2 * precision * recall) / (precision + recall), {
      least: set === 'standard' ? 0.78 : 0.69,
    }),
    figure('kinds: precision', set, precision),
    figure('kinds: recall', set, recall),
    figure('kinds: calibration error, shown tags', set, calibrationError(shown), { most: 0.08 }),
    figure('  of as many tags that are right as often as they say', set, byChance.mean, {
      note: `in 19 of 20 such sets at most ${byChance.most.toFixed(4)}; ${shown.length} tags`,
    }),
    figure('kinds: calibration error, all above 7', set, calibrationError(judged), { most: 0.08 }),
    ...bandFigures('kinds', set, judged),
    figure('kinds: tags shown per photo, mean', set, mean(seen.map(({ tags }) => tags.filter(isShown).length))),
  ]
}

if (import.meta.main) await printFigures(evaluateKinds)
