import { z } from 'zod'
import { readParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { ClassifierId, ClassifierKind, ClassName } from '../../contract/analysis/classifier.ts'
import { AppError } from '../../contract/errors.ts'
import { unitVector } from '../../analysis/vectors/unit-vector.ts'
import type { PictureVector } from '../../analysis/operations/ports.ts'
import type { ExamplePicture } from '../ports/classifier-store.ts'

/** Maximum number of classes of one classifier and of its training pictures: training takes at most a few seconds. */
export const MAX_CLASSES = 50
export const MAX_PICTURES = 500

/** A tag or category with pictures that show it and, for a tag, pictures that do not. */
export type PictureClass = { name: string; positives: readonly PictureVector[]; negatives?: readonly PictureVector[] }

/** A classifier to train: `id` is new, or that of the one it replaces. Lists show `title`, by default the id. */
export type PictureTrainingRequest = {
  id: string
  kind: ClassifierKind
  title?: string | undefined
  classes: readonly PictureClass[]
}

/** A training request whose pictures are numbered, without duplicates, and from the same model. */
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

/** Checks names and the number of classes, which needs no picture. Throws `bad-params`. */
export const checkNames = (request: {
  id: string
  kind: ClassifierKind
  title?: string | undefined
  classes: readonly { name: string }[]
}): z.output<typeof Names> => readParameters(Names, request)

/** Checks names and counts, and numbers the pictures. Throws `bad-params` with a sentence that names what is wrong. */
export function numberPictures(request: PictureTrainingRequest): NumberedTrainingRequest {
  const { id, kind, title, classes } = checkNames(request)
  const given = request.classes.map(({ positives, negatives }) => ({ positives, negatives: negatives ?? [] }))
  const modelId = modelOf(given.flatMap(({ positives, negatives }) => [...positives, ...negatives]))
  const numbers = new PictureNumbers()
  const numbered = classes.map(({ name }, n) => ({
    name,
    positives: given[n]!.positives.map((picture) => numbers.of(picture)),
    negatives: given[n]!.negatives.map((picture) => numbers.of(picture)),
  }))
  numbered.forEach(checkExamples)
  return { id, kind, title: title || id, modelId, classes: numbered, pictures: numbers.list() }
}

/** Numbers pictures from 1; pictures with the same vector get the same number. */
class PictureNumbers {
  readonly #known = new Map<string, ExamplePicture>()

  of({ vector }: PictureVector): number {
    const unit = unitVector(vector, vector.length)
    const key = Buffer.from(unit.buffer).toString('base64')
    const known = this.#known.get(key) ?? { number: this.#known.size + 1, vector: unit }
    this.#known.set(key, known)
    return known.number
  }

  list(): ExamplePicture[] {
    return [...this.#known.values()]
  }
}

function checkExamples({ name, positives, negatives }: NumberedTrainingRequest['classes'][number], n: number): void {
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
