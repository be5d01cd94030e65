import { z } from 'zod'
import { CroppingParameters } from '../../contract/analysis/operations/croppings.ts'
import { readParameters, type GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { ColorParameters } from '../../contract/analysis/operations/colors.ts'
import { TagParameters } from '../../contract/analysis/operations/tags.ts'
import { text } from '../../contract/analysis/operations/values.ts'
import { pickKnown, textsOf } from '../http/parameters.ts'
import { ServiceError } from '../errors/service-error.ts'

const MAX_ADDRESS = 16_384

/** Pictures of a v1 request; both parameters can be repeated. */
const pictures = { url: text(MAX_ADDRESS), content: text(MAX_ADDRESS) }

const { language, verbose, limit } = TagParameters.shape

export const TaggingParameters = z.object({ ...pictures, language, verbose, limit })
/** Sizes are checked one by one, so that an invalid one does not spoil the others. */
export const CroppingsParameters = z.object({
  ...pictures,
  resolution: CroppingParameters.shape.resolution,
  no_scaling: CroppingParameters.shape.no_scaling,
})
export const ColorsParameters = z.object({
  ...pictures,
  extract_overall_colors: ColorParameters.shape.extract_overall_colors,
  extract_object_colors: ColorParameters.shape.extract_object_colors,
})
export const CategorizationParameters = z.object({ ...pictures, language })

/** Maximum numbers of `url` and `content` in one request. */
export const maxPictures = { tagging: { url: 5, content: 5 }, others: { url: 50, content: 10 } } as const
type MaxPictures = Record<'url' | 'content', number>

/** A picture that a request names: its name in the answer, and its source. */
export type Named = { name: string; from: 'url' | 'content' }

/** The pictures that a request names, in order; throws 400 if there are none or too many. */
export function readPictures(query: GivenParameters, max: MaxPictures): Named[] {
  const named = (['url', 'content'] as const).flatMap((from) => {
    const names = textsOf(query, from)
    if (names.length > max[from])
      throw new ServiceError(
        400,
        `${from} is given ${names.length} times; at most ${max[from]} are taken in one request.`,
      )
    return names.map((name) => ({ name, from }))
  })
  if (named.length === 0) throw new ServiceError(400, 'url is missing: name at least one picture by url or content.')
  return named
}

/** The checked parameters for an operation of the engine. */
export function readGiven<S extends z.ZodObject>(
  query: GivenParameters,
  schema: S,
): { given: GivenParameters; params: z.output<S> } {
  const { url: _url, content: _content, ...given } = pickKnown(query, schema)
  return { given, params: readParameters(schema, given) }
}

/** How many pictures a query names; requests with too many are refused later and reserve nothing in the plan. */
export function countPictures(query: GivenParameters): number {
  const countOf = (from: 'url' | 'content') => {
    const value = query[from]
    return Math.min(maxPictures.others[from], Array.isArray(value) ? value.length : value === undefined ? 0 : 1)
  }
  return countOf('url') + countOf('content')
}
