import type { Answer, Call, Route } from '../http/route.ts'
import { requireCategorizer } from '../http/require-categorizer.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import {
  CategorizationParameters,
  ColorsParameters,
  countPictures,
  CroppingsParameters,
  maxPictures,
  readGiven,
  readPictures,
  TaggingParameters,
  type Named,
} from './parameters.ts'
import {
  CategorizationsAnswer,
  ColorsAnswer,
  CroppingsAnswer,
  TaggingAnswer,
  textIn,
  toV1Colors,
  type Unsuccessful,
} from './records.ts'
import type { CallResults, OperationCall, CallAnswer } from '../../analysis/operations/calls.ts'
import { analyseEach, failed, reasonOf } from './analyse-each.ts'
import type { Cropping } from '../../contract/analysis/cropping.ts'
import type { GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'

const shared = {
  version: 'v1',
  method: 'GET',
  body: 'none',
  picture: 'several',
  pathParts: {},
  statuses: [400, 403],
  analyses: countPictures,
} as const

/** The four analyses of v1, each for several pictures at once. */
export const analysisRoutes: readonly Route[] = [
  {
    ...shared,
    id: 'v1.tagging',
    path: '/v1/tagging',
    group: 'v1',
    summary: 'Tags of up to five pictures by url, and five by content',
    examples: ['language=en,de', 'limit=10'],
    parameters: TaggingParameters,
    result: TaggingAnswer,
    handle: tag,
  },
  {
    ...shared,
    id: 'v1.croppings',
    path: '/v1/croppings',
    group: 'v1',
    summary: 'Crops of up to 50 pictures by url, and ten by content',
    examples: ['resolution=800x600'],
    parameters: CroppingsParameters,
    result: CroppingsAnswer,
    handle: (call, dependencies) => cropEach(call, dependencies),
  },
  {
    ...shared,
    id: 'v1.colors',
    path: '/v1/colors',
    group: 'v1',
    summary: 'Colours of up to 50 pictures by url, and ten by content',
    parameters: ColorsParameters,
    result: ColorsAnswer,
    handle: colors,
  },
  {
    ...shared,
    id: 'v1.categorizations',
    path: '/v1/categorizations/:categorizer_id',
    group: 'v1',
    summary: 'Categories of up to 50 pictures by url, and ten by content',
    pathParts: { categorizer_id: 'Id of a categorizer, as listed by /v1/categorizers.' },
    parameters: CategorizationParameters,
    statuses: [400, 403, 404],
    result: CategorizationsAnswer,
    handle: categorise,
  },
]

async function tag(call: Call, dependencies: RouteDependencies): Promise<Answer> {
  const { given, params } = readGiven(call.query, TaggingParameters)
  const pictures = readPictures(call.query, maxPictures.tagging)
  return answerEach(call, dependencies, pictures, { operation: 'tags', given }, ({ tags }, image) => ({
    tagging_id: null,
    image,
    tags: tags.map(({ tag: texts, ...rest }) => ({ ...rest, tag: textIn(params.language, texts) })),
  }))
}

async function colors(call: Call, dependencies: RouteDependencies): Promise<Answer> {
  const { given } = readGiven(call.query, ColorsParameters)
  const pictures = readPictures(call.query, maxPictures.others)
  return answerEach(call, dependencies, pictures, { operation: 'colors', given }, (result, image) => ({
    image,
    info: toV1Colors(result.colors),
  }))
}

async function categorise(call: Call, dependencies: RouteDependencies): Promise<Answer> {
  const categorizerId = call.path['categorizer_id']!
  await requireCategorizer(call.account, dependencies, categorizerId)
  const { given, params } = readGiven(call.query, CategorizationParameters)
  const pictures = readPictures(call.query, maxPictures.others)
  return answerEach(
    call,
    dependencies,
    pictures,
    { operation: 'categories', categorizerId, given },
    ({ categories }, image) => ({
      image,
      categories: categories.map(({ confidence, name }) => ({ confidence, name: textIn(params.language, name) })),
    }),
  )
}

// Several pictures

/**
 * Answers a request for one operation on each of its pictures; `describe` returns v1's values for a picture besides its
 * name.
 */
async function answerEach<C extends OperationCall>(
  call: Call,
  dependencies: RouteDependencies,
  pictures: readonly Named[],
  operation: C,
  describe: (value: CallResults[C['operation']], image: string) => object,
): Promise<Answer> {
  const results: object[] = []
  const unsuccessful: Unsuccessful[] = []
  for (const outcome of await analyseEach(call, dependencies, pictures, [operation])) {
    const { image } = outcome
    const [answer] = 'answers' in outcome ? outcome.answers : []
    if (answer?.ok) results.push(describe(answer.value as CallResults[C['operation']], image))
    else
      unsuccessful.push(
        failed(image, answer ? reasonOf(answer, call.requestId) : 'fault' in outcome ? outcome.fault.message : ''),
      )
  }
  await call.admission.processed(results.length)
  return { json: { results, unsuccessful } }
}

// Crops

type Size = { width: number; height: number }

/**
 * Crops for each size separately, from pictures that are decoded once, so that an invalid size does not affect the
 * others.
 */
async function cropEach(call: Call, dependencies: RouteDependencies): Promise<Answer> {
  const { given, params } = readGiven(call.query, CroppingsParameters)
  const pictures = readPictures(call.query, maxPictures.others)
  const sizes = params.resolution
  const calls = sizesToGiven(given, sizes).map((one) => ({ operation: 'croppings', given: one }) as const)
  const results: object[] = []
  const unsuccessful: Unsuccessful[] = []
  for (const outcome of await analyseEach(call, dependencies, pictures, calls)) {
    const { image } = outcome
    if ('fault' in outcome) {
      unsuccessful.push(failed(image, outcome.fault.message))
      continue
    }
    const croppings = outcome.answers.flatMap(toCroppings)
    if (croppings.length > 0) results.push({ image, croppings })
    unsuccessful.push(
      ...outcome.answers.flatMap((answer, n) =>
        answer.ok ? [] : [failed(image, reasonOf(answer, call.requestId), sizes[n])],
      ),
    )
  }
  await call.admission.processed(results.length)
  return { json: { results, unsuccessful } }
}

function sizesToGiven(
  { resolution: _resolution, ...given }: GivenParameters,
  sizes: readonly Size[],
): GivenParameters[] {
  return sizes.length === 0
    ? [given]
    : sizes.map(({ width, height }) => ({ ...given, resolution: `${width}x${height}` }))
}

function toCroppings(answer: CallAnswer<'croppings'>): Cropping[] {
  return answer.ok && answer.value.kind === 'records' ? answer.value.croppings : []
}
