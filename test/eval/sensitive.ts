import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createCategoriesStep } from '../../src-main/analysis/categories/categories-step.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { facesStep } from '../../src-main/analysis/faces/faces-step.ts'
import type { Models } from '../../src-main/analysis/models/runtime/tasks.ts'
import type { DecodedPhoto } from '../../src-main/analysis/photo/photo.ts'
import type { Findings } from '../../src-main/analysis/photo/findings.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'
import { scoreFramings } from '../../src-main/analysis/sensitivity/score-framings.ts'
import { needsFurtherScores, rateNsfw, type NsfwContext } from '../../src-main/analysis/sensitivity/rate-nsfw.ts'
import { openEvidenceReader } from '../../src-main/analysis/tags/evidence-reader.ts'
import { readPixels } from '../../src-main/analysis/tags/pixel-statistics.ts'
import { isDrawn, isWithoutColour } from '../../src-main/analysis/tags/read-picture-kind.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../fixtures/folders.ts'
import { sharedPhotos } from '../fixtures/shared.ts'
import { listCoco } from './coco.ts'
import { figure, printFigures, type Figure, type ModelSet } from './figures.ts'

type Photo = { name: string; path: string; isOfPeople: boolean; isFittedOn: boolean }

/** All of COCO's and of the kinds; rules were fitted on even-numbered ones of the kinds. */
function listPhotos(): Photo[] {
  const root = join(sharedPhotos() ?? '', 'kinds')
  if (!existsSync(join(root, 'kinds.json'))) return []
  const { photos } = JSON.parse(readFileSync(join(root, 'kinds.json'), 'utf8')) as {
    photos: Record<string, { kind: string }>
  }
  const kinds = readdirSync(root).flatMap((name) => {
    const photo = photos[name]
    const number = Number.parseInt(name.slice(1), 10)
    return photo
      ? [{ name, path: join(root, name), isOfPeople: photo.kind === 'people', isFittedOn: number % 2 === 0 }]
      : []
  })
  return [...kinds, ...listCoco().map(({ name, path }) => ({ name, path, isOfPeople: false, isFittedOn: false }))]
}

/** A network without certainty cannot raise an alarm, whoever is in the photo. */
const NOTHING = 0.4

type Verdicts = { before: string; after: string }
const verdictOf = ({ nsfw, underwear, safe }: { nsfw: number; underwear: number; safe: number }): string =>
  nsfw >= underwear && nsfw >= safe ? 'nsfw' : underwear >= safe ? 'underwear' : 'safe'

/** A large person in the frame is assumed; colour and evenness are the photo's own. */
function contextOf({ pixels }: DecodedPhoto): NsfwContext {
  const statistics = readPixels(pixels)
  return { isGrey: isWithoutColour(statistics), isDrawn: isDrawn(statistics) }
}

/** The verdict of the first stage alone, with an assumed person, and the step's own. */
async function judge(path: string, models: Models, step: ReturnType<typeof createCategoriesStep>): Promise<Verdicts> {
  const photo = await decodePhoto(path)
  const first = await (await models.get('nsfw'))!.classify(photo)
  if (first.porn + first.hentai + first.sexy < NOTHING) return { before: 'safe', after: 'safe' }
  const found: Findings = {}
  const context = { photo, models, found, detections: createCachedDetections(photo, models) }
  Object.assign(found, await facesStep.run(context))
  const { nsfw } = await step.run(context)
  return { before: verdictOf(rateNsfw(first, contextOf(photo), null)), after: verdictOf(nsfw!) }
}

/** The verdicts on the photos without their colours. */
async function judgeGrey(photos: readonly Photo[], models: Models, step: ReturnType<typeof createCategoriesStep>) {
  const folder = makeTempFolder('grey')
  const judged: (Photo & Verdicts)[] = []
  try {
    for (const photo of photos) {
      const path = join(folder, photo.name)
      await sharp(photo.path).greyscale().toColourspace('srgb').jpeg({ quality: 92 }).toFile(path)
      judged.push({ ...photo, ...(await judge(path, models, step)) })
    }
  } finally {
    removeFolder(folder)
  }
  return judged
}

/** Random numbers from 0 to 1, the same in every run. */
function random(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

const SKIN = ['#f1c9a5', '#e0ac88', '#d29a72', '#b97a52', '#8d5a3c', '#5c3a26', '#f6d7c3']

/** A few shaded ellipses in a skin colour on a plain ground: shapes, some of which mislead the network. */
function drawShapes(next: () => number): Buffer {
  const [width, height] = [480, Math.round(320 + next() * 320)]
  const tone = SKIN[Math.floor(next() * SKIN.length)]!
  const ground = `hsl(${Math.floor(next() * 360)},${Math.floor(next() * 50)}%,${Math.floor(15 + next() * 75)}%)`
  const shapes = Array.from({ length: 2 + Math.floor(next() * 5) }, (_, i) => {
    const [x, y] = [width * (0.2 + 0.6 * next()), height * (0.2 + 0.6 * next())]
    const [rx, ry, turn] = [width * (0.08 + 0.25 * next()), height * (0.08 + 0.3 * next()), next() * 180]
    const place = `cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" transform="rotate(${turn} ${x} ${y})"`
    return `<ellipse ${place} fill="url(#g${i % 2})"/>`
  })
  const shading =
    `<radialGradient id="g0" cx="40%" cy="35%"><stop offset="0" stop-color="#fff2e6"/>` +
    `<stop offset=".35" stop-color="${tone}"/><stop offset="1" stop-color="#5a3322"/></radialGradient>` +
    `<linearGradient id="g1" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${tone}"/>` +
    `<stop offset="1" stop-color="#7a4a32"/></linearGradient>`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${shading}</defs>` +
      `<rect width="${width}" height="${height}" fill="${ground}"/>${shapes.join('')}</svg>`,
  )
}

/** The rule was made on the shapes of the first three. */
const SEEDS = { fittedOn: [1, 2, 3], reportedOn: [4, 5, 6] }

/** Share of drawn shapes called nsfw by the first stage that later stages confirm. */
async function keptDrawings(models: Models, seed: number): Promise<{ found: number; kept: number }> {
  const [folder, next] = [makeTempFolder('drawings'), random(seed)]
  const counts = { found: 0, kept: 0 }
  const classifier = (await models.get('nsfw'))!
  try {
    for (let i = 0; i < 400; i++) {
      const path = join(folder, 'shapes.png')
      await sharp(drawShapes(next)).blur(2).png().toFile(path)
      const photo = await decodePhoto(path)
      const first = await classifier.classify(photo)
      const who = contextOf(photo)
      if (verdictOf(rateNsfw(first, who, null)) !== 'nsfw') continue
      counts.found++
      const framings = needsFurtherScores(first, who) ? await scoreFramings(photo, [], classifier) : null
      if (verdictOf(rateNsfw(first, who, framings)) === 'nsfw') counts.kept++
    }
  } finally {
    removeFolder(folder)
  }
  return counts
}

/**
 * Photos without explicit content that are called explicit; and the findings of the first stage that later ones lose.
 */
export async function evaluateSensitive({ name, models }: ModelSet): Promise<Figure[]> {
  const photos = listPhotos()
  if (photos.length === 0 || !(await models.get('nsfw'))) return []
  const step = createCategoriesStep(openEvidenceReader(resourcesDir))
  const judged: (Photo & Verdicts)[] = []
  for (const photo of photos) judged.push({ ...photo, ...(await judge(photo.path, models, step)) })
  const grey = await judgeGrey(photos, models, step)
  const shareOf = (what: string, of: readonly (typeof judged)[number][], most?: number): Figure => {
    const called = of.filter(({ after }) => after === 'nsfw')
    const before = of.filter((photo) => photo.before === 'nsfw').length
    const underwear = of.filter(({ after }) => after === 'underwear').map((photo) => photo.name)
    return figure(what, name, called.length / of.length, {
      ...(most === undefined ? {} : { most }),
      note: `${called.length} of ${of.length}, by the first look ${before}; underwear: ${underwear.join(' ') || 'none'}`,
    })
  }
  const reported = judged.filter(({ isFittedOn }) => !isFittedOn)
  const drawings = async (what: string, seeds: readonly number[], least?: number): Promise<Figure> => {
    const counts: { found: number; kept: number }[] = []
    for (const seed of seeds) counts.push(await keptDrawings(models, seed))
    const [found, kept] = (['found', 'kept'] as const).map((of) => counts.reduce((sum, each) => sum + each[of], 0))
    return figure(what, name, kept! / found!, {
      ...(least === undefined ? {} : { least }),
      note: `${kept} of ${found}`,
    })
  }
  return [
    shareOf(
      'sensitive: harmless photos called nsfw',
      reported.filter(({ isOfPeople }) => !isOfPeople),
      0.003,
    ),
    shareOf(
      'sensitive: photos of people called nsfw',
      reported.filter(({ isOfPeople }) => isOfPeople),
      0.01,
    ),
    shareOf(
      '  on the half that rules were fitted on',
      judged.filter(({ isFittedOn }) => isFittedOn),
    ),
    shareOf('sensitive: grey copies called nsfw', grey, 0.001),
    await drawings('sensitive: drawn shapes called nsfw at first and after all', SEEDS.reportedOn, 0.97),
    await drawings('  on those that rules were fitted on', SEEDS.fittedOn),
  ]
}

if (import.meta.main) await printFigures(evaluateSensitive)
