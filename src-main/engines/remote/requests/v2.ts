import { z } from 'zod'
import { CategoryAnswer, ColorAnswer, CroppingAnswer, FaceAnswer, TagAnswer } from './answers.ts'
import {
  languagesOf,
  photoOperations,
  type RequestOptions,
  type ApiVersion,
  type PhotoOperation,
} from './api-version.ts'

const result = <T extends z.ZodRawShape>(shape: T) => z.object({ result: z.object(shape) })

const schemas = {
  tags: result({ tags: TagAnswer }).transform((answer) => answer.result.tags),
  categories: result({ categories: CategoryAnswer }).transform((answer) => answer.result.categories),
  croppings: result({ croppings: CroppingAnswer }).transform((answer) => answer.result.croppings),
  colors: result({ colors: ColorAnswer }).transform((answer) => answer.result.colors),
  faces: result({ faces: FaceAnswer }).transform((answer) => answer.result.faces),
} satisfies Record<PhotoOperation, z.ZodType>

/** The v2 interface. */
export const v2: ApiVersion = {
  version: 'v2',
  offers: photoOperations,
  upload: (picture) => ({
    call: { method: 'POST', path: '/v2/uploads', picture },
    schema: result({ upload_id: z.string().min(1).max(200) }).transform((answer) => answer.result.upload_id),
  }),
  request: (operation, uploadId, options) => ({
    call: {
      method: 'GET',
      path: pathOf(operation, options),
      query: { image_upload_id: uploadId, ...parametersOf(operation, options) },
    },
    schema: schemas[operation],
  }),
  handshake: {
    call: { method: 'GET', path: '/v2/categorizers' },
    schema: result({ categorizers: z.array(z.object({ id: z.string() })) }).transform((answer) =>
      answer.result.categorizers.map(({ id }) => id),
    ),
  },
}

function pathOf(operation: PhotoOperation, { categorizer }: RequestOptions): string {
  if (operation === 'categories') return `/v2/categories/${encodeURIComponent(categorizer)}`
  return operation === 'faces' ? '/v2/faces/detections' : `/v2/${operation}`
}

function parametersOf(operation: PhotoOperation, options: RequestOptions): Record<string, string> {
  const language = languagesOf(options).join(',')
  if (operation === 'tags') return { language, verbose: '1' }
  if (operation !== 'categories') return {}
  return options.save ? { language, save_index: options.save.index, save_id: options.save.id } : { language }
}
