import { z } from 'zod'
import { CategoryAnswer, ColorAnswer, CroppingAnswer, FaceAnswer, TagAnswer } from './answers.ts'
import { languagesOf, subjects, type AskOptions, type ApiVersion, type Subject } from './question.ts'

const result = <T extends z.ZodRawShape>(shape: T) => z.object({ result: z.object(shape) })

const schemas = {
  tags: result({ tags: TagAnswer }).transform((answer) => answer.result.tags),
  categories: result({ categories: CategoryAnswer }).transform((answer) => answer.result.categories),
  croppings: result({ croppings: CroppingAnswer }).transform((answer) => answer.result.croppings),
  colors: result({ colors: ColorAnswer }).transform((answer) => answer.result.colors),
  faces: result({ faces: FaceAnswer }).transform((answer) => answer.result.faces),
} satisfies Record<Subject, z.ZodType>

/** The v2 interface. */
export const v2: ApiVersion = {
  version: 'v2',
  offers: subjects,
  upload: (picture) => ({
    call: { method: 'POST', path: '/v2/uploads', picture },
    schema: result({ upload_id: z.string().min(1).max(200) }).transform((answer) => answer.result.upload_id),
  }),
  ask: (subject, uploadId, options) => ({
    call: {
      method: 'GET',
      path: pathOf(subject, options),
      query: { image_upload_id: uploadId, ...parametersOf(subject, options) },
    },
    schema: schemas[subject],
  }),
  greeting: {
    call: { method: 'GET', path: '/v2/categorizers' },
    schema: result({ categorizers: z.array(z.object({ id: z.string() })) }).transform((answer) =>
      answer.result.categorizers.map(({ id }) => id),
    ),
  },
}

function pathOf(subject: Subject, { categorizer }: AskOptions): string {
  if (subject === 'categories') return `/v2/categories/${encodeURIComponent(categorizer)}`
  return subject === 'faces' ? '/v2/faces/detections' : `/v2/${subject}`
}

function parametersOf(subject: Subject, options: AskOptions): Record<string, string> {
  const language = languagesOf(options).join(',')
  if (subject === 'tags') return { language, verbose: '1' }
  if (subject !== 'categories') return {}
  return options.save ? { language, save_index: options.save.index, save_id: options.save.id } : { language }
}
