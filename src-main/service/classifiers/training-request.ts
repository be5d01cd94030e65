import { z } from 'zod'
import { readParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { ClassifierId, ClassifierKind, ClassName } from '../../contract/analysis/classifier.ts'
import { AppError } from '../../contract/errors.ts'
import { unitVector } from '../../analysis/vectors/unit-vector.ts'
import type { PictureVector } from '../../analysis/operations/ports.ts'
import type { ExamplePicture } from './classifier-store.ts'

/** Most classes of one tagger, and most pictures it is taught with: learning takes some seconds at most. */
export const MAX_CLASSES = 50
export const MAX_PICTURES = 500

/** A tag or category with pictures that show it and, for a tag, pictures that lack it. */
export type PictureClass = { name: string; positives: readonly PictureVector[]; negatives?: readonly PictureVector[] }

/**
 * What an account teaches: `id` is new, or replaces what was taught under it. `title` is what listings show, by default
 * the id.
 */
export type PictureTrainingRequest = {
  id: string
  kind: ClassifierKind
  title?: string | undefined
  classes: readonly PictureClass[]
}

/** A lesson whose pictures are numbered, each once, and all of one model. */
export type NumberedTrainingRequest = {
  id: string
  kind: ClassifierKind
  title: string
  modelId: string
  classes: readonly { name: string; positives: readonly number[]; negatives: readonly number[] }[]
  pictures: ExamplePicture[]
}

const Names = z.object({
  id: ClassifierId,
  kind: ClassifierKind,
  title: z.string('must be text').trim().max(200, 'must have at most 200 characters').optional(),
  classes: z
    .array(z.object({ name: ClassName }), 'must be a list')
    .min(1, 'must hold at least one class')
    .max(MAX_CLASSES, `must hold at most ${MAX_CLASSES} classes`),
})

/** Checks names and how many classes there are, which needs no look at a picture. Throws `bad-params`. */
export const checkNames = (lesson: {
  id: string
  kind: ClassifierKind
  title?: string | undefined
  classes: readonly { name: string }[]
}): z.output<typeof Names> => readParameters(Names, lesson)

/**
 * Checks names and counts, and numbers the pictures by their look. Throws `bad-params` with a sentence that names what
 * is wrong.
 */
export function numberPictures(lesson: PictureTrainingRequest): NumberedTrainingRequest {
  const { id, kind, title, classes } = checkNames(lesson)
  const given = lesson.classes.map(({ positives, negatives }) => ({ positives, negatives: negatives ?? [] }))
  const modelId = modelOf(given.flatMap(({ positives, negatives }) => [...positives, ...negatives]))
  const numbers = new Map<string, ExamplePicture>()
  const numberOf = ({ vector }: PictureVector): number => {
    const unit = unitVector(vector, vector.length)
    const key = Buffer.from(unit.buffer).toString('base64')
    const known = numbers.get(key) ?? { number: numbers.size + 1, vector: unit }
    numbers.set(key, known)
    return known.number
  }
  const numbered = classes.map(({ name }, n) => ({
    name,
    positives: given[n]!.positives.map(numberOf),
    negatives: given[n]!.negatives.map(numberOf),
  }))
  numbered.forEach(({ name, positives, negatives }, n) => {
    if (positives.length === 0)
      throw new AppError(
        'bad-params',
        `classes[${n}].positives is empty; "${name}" is learned from at least one picture that shows it.`,
      )
    if (positives.some((number) => negatives.includes(number)))
      throw new AppError(
        'bad-params',
        `classes[${n}].negatives holds a picture that is also in its positives; leave it in one of the two.`,
      )
  })
  return { id, kind, title: title || id, modelId, classes: numbered, pictures: [...numbers.values()] }
}

function modelOf(pictures: readonly PictureVector[]): string {
  if (pictures.length > MAX_PICTURES)
    throw new AppError(
      'bad-params',
      `classes holds ${pictures.length} pictures; at most ${MAX_PICTURES} are taken for one tagger.`,
    )
  const models = new Set(pictures.map(({ modelId, vector }) => `${modelId} (${vector.length} values)`))
  if (models.size > 1)
    throw new AppError(
      'bad-params',
      `classes holds pictures seen by different models: ${[...models].join(', ')}. Teach all of them at once with the present one.`,
    )
  return pictures[0]?.modelId ?? ''
}
