import type { Box, NsfwClassifier, NsfwScores } from '../models/runtime/tasks.ts'
import { takePart, type Part } from '../models/adapters/photo-part.ts'
import type { DecodedPhoto, Raster } from '../photo/photo.ts'
import type { FurtherScores } from './rate-nsfw.ts'

/** A person that the detector found: chance 0 to 1, box in upright pixels of the original. */
export type FoundPerson = { score: number; box: Box }

/** Share of both sides that the inner part covers. */
const INNER = 0.8
/** Only people nearly as certain as the most certain one are judged, at most `MAX_PEOPLE`. */
const NEARLY_AS_SURE = 0.9
const MAX_PEOPLE = 3
/**
 * A smaller part of the picture is too coarse to be judged alone, and a larger one would be the whole picture again.
 */
const PERSON_AREA = { min: 0.05, max: 0.8 }

/**
 * The network's scores for the mirror image, for the inner part, and for the people alone; of several people the one
 * with the highest scores. The network sees pictures squashed to 224 pixels. A mistake rarely survives another framing,
 * while real content does.
 */
export async function scoreFramings(
  photo: DecodedPhoto,
  people: readonly FoundPerson[],
  { classify }: NsfwClassifier,
): Promise<FurtherScores> {
  const framings = [await classify(mirror(photo)), await classify(takePart(photo, innerPart(photo.pixels)))]
  const parts = peopleParts(photo, people)
  return { framings, person: parts.length > 0 ? await mostRevealing(photo, parts, classify) : null }
}

async function mostRevealing(
  photo: DecodedPhoto,
  parts: readonly Part[],
  classify: NsfwClassifier['classify'],
): Promise<NsfwScores> {
  const further: NsfwScores[] = []
  for (const part of parts) further.push(await classify(takePart(photo, part)))
  const explicit = ({ porn, hentai }: NsfwScores) => porn + hentai
  return further.reduce((best, framing) =>
    explicit(framing) + framing.sexy / 2 > explicit(best) + best.sexy / 2 ? framing : best,
  )
}

function mirror(photo: DecodedPhoto): DecodedPhoto {
  const { width, height, data } = photo.pixels
  const turned = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [from, to] = [3 * (y * width + x), 3 * (y * width + width - 1 - x)]
      turned.set(data.subarray(from, from + 3), to)
    }
  }
  return { ...photo, pixels: { width, height, data: turned } }
}

function innerPart({ width, height }: Raster): Part {
  const [x, y] = [Math.round((width * (1 - INNER)) / 2), Math.round((height * (1 - INNER)) / 2)]
  return { x1: x, y1: y, x2: width - x, y2: height - y }
}

/** The people worth judging alone, in pixels of the raster. */
function peopleParts({ pixels, width, height }: DecodedPhoto, people: readonly FoundPerson[]): Part[] {
  const surest = Math.max(0, ...people.map(({ score }) => score))
  const [sx, sy] = [pixels.width / width, pixels.height / height]
  return people
    .filter(({ score, box }) => {
      const area = ((box.x2 - box.x1) * (box.y2 - box.y1)) / (width * height)
      return score >= NEARLY_AS_SURE * surest && area >= PERSON_AREA.min && area <= PERSON_AREA.max
    })
    .slice(0, MAX_PEOPLE)
    .map(({ box }) => ({
      x1: Math.max(0, Math.floor(box.x1 * sx)),
      y1: Math.max(0, Math.floor(box.y1 * sy)),
      x2: Math.min(pixels.width, Math.ceil(box.x2 * sx)),
      y2: Math.min(pixels.height, Math.ceil(box.y2 * sy)),
    }))
}
