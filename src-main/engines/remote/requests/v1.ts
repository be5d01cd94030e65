import { say } from '../../../contract/sentences/say.ts'
import { z } from 'zod'
import { RemoteError } from '../http/remote-error.ts'
import { CategoryAnswer, ColorAnswer, CroppingAnswer, TagAnswer } from './answers.ts'
import { languagesOf, type RequestOptions, type ApiVersion, type PhotoOperation } from './api-version.ts'

/**
 * Extracts the one item of a request with one photo, or throws the service's problem with it. A deleted or expired
 * upload is such a problem, too.
 */
function only<T extends z.ZodType>(item: T) {
  const failed = z.array(z.object({ message: z.string().default('') })).default([])
  return z
    .object({ results: z.array(item).default([]), unsuccessful: failed })
    .transform(({ results, unsuccessful }, context): z.output<T> => {
      const [found] = results
      if (found !== undefined) return found
      const [problem] = unsuccessful
      if (problem !== undefined)
        throw new RemoteError('gone', say('remote.notAnalysed', { text: problem.message.slice(0, 300) }))
      context.addIssue({ code: 'custom', message: 'Neither a result nor a reason.' })
      return z.NEVER
    })
}

const schemas: Partial<Record<PhotoOperation, z.ZodType>> = {
  tags: only(z.object({ tags: TagAnswer })).transform(({ tags }) => tags),
  categories: only(z.object({ categories: CategoryAnswer })).transform(({ categories }) => categories),
  croppings: only(z.object({ croppings: CroppingAnswer })).transform(({ croppings }) => croppings),
  colors: only(z.object({ info: ColorAnswer })).transform(({ info }) => info),
}
const paths = { tags: '/v1/tagging', croppings: '/v1/croppings', colors: '/v1/colors' } as const

/** The v1 interface, for services that have nothing newer. It has no faces: this machine finds them. */
export const v1: ApiVersion = {
  version: 'v1',
  offers: ['tags', 'categories', 'croppings', 'colors'],
  upload: (picture) => ({
    call: { method: 'POST', path: '/v1/content', picture },
    schema: z
      .object({ uploaded: z.array(z.object({ id: z.string().min(1).max(200) })).min(1) })
      .transform(({ uploaded }) => uploaded[0]?.id ?? ''),
  }),
  request: (operation, uploadId, options) => ({
    call: {
      method: 'GET',
      path: pathOf(operation, options),
      query: { content: uploadId, ...parametersOf(operation, options) },
    },
    schema: schemas[operation] ?? z.never(),
  }),
  handshake: {
    call: { method: 'GET', path: '/v1/categorizers' },
    schema: z.array(z.object({ id: z.string() })).transform((list) => list.map(({ id }) => id)),
  },
}

function pathOf(operation: PhotoOperation, { categorizer }: RequestOptions): string {
  if (operation === 'categories') return `/v1/categorizations/${encodeURIComponent(categorizer)}`
  return operation === 'faces' ? '/v1/faces' : paths[operation]
}

function parametersOf(operation: PhotoOperation, options: RequestOptions): Record<string, string | string[]> {
  if (operation === 'tags') return { language: languagesOf(options), verbose: '1' }
  return operation === 'categories' ? { language: languagesOf(options) } : {}
}
