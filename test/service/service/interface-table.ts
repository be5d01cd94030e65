import type { z } from 'zod'
import * as shapes from './shapes.ts'

/** A value of a parameter with its effect: another shape of the answer, or a rule that the answer must keep. */
export type Value = {
  value: string
  shape?: z.ZodType
  rule?: (body: never) => boolean
  /** Additions to the query. */ and?: string
}
export type Parameter = {
  good: readonly (string | Value)[]
  bad: readonly string[]
  /** Other parameters that it needs, even when it is wrong. */ and?: string
}

/**
 * One method of one endpoint. In paths and queries `{upload}` and the like represent things that the tests create: see
 * `things.ts`. `picture` tells how the picture is sent: as a query of v2, as a file of v2, as repeated queries of v1,
 * or as an upload.
 */
export type Operation = {
  version: 'v1' | 'v2'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  picture?: 'query' | 'file' | 'several' | 'kept'
  /** The count in `usage` for a successful request. */
  processed: 0 | 1
  shape: z.ZodType
  body?: unknown
  parameters?: Readonly<Record<string, Parameter>>
  /** Paths of the same endpoint that are 404, and 410. */
  missing?: readonly string[]
  gone?: readonly string[]
}

type Path = Omit<Operation, 'method' | 'picture' | 'version'>

const flag: Parameter = { good: ['0', '1'], bad: ['2', 'yes', '-1', '0.5'] }
const language = (several: z.ZodType): Parameter => ({
  good: ['en', 'de', { value: 'de,en', shape: several }, { value: 'zh_chs,sr_latn,en,tlh_qaak', shape: several }],
  bad: ['xx', 'english', 'de;en'],
})
const lengthAtMost = (most: number, list: string) => (body: { result: Record<string, unknown[]> }) =>
  body.result[list]!.length <= most

const save = (index: string, and = ''): Record<string, Parameter> => ({
  save_index: {
    good: [
      { value: index, and: `save_id=one${and}` },
      { value: 'Ferien 2024', and: `save_id=two${and}` },
    ],
    bad: ['a/b', ' '],
    and: `save_id=one${and}`,
  },
  save_id: {
    good: [{ value: 'any text: ü/1?', and: `save_index=${index}${and}` }],
    bad: ['x'.repeat(1100)],
    and: `save_index=${index}${and}`,
  },
})

const tags: Record<string, Parameter> = {
  language: language(shapes.tags),
  verbose: { good: ['0', { value: '1', shape: shapes.verboseTags }], bad: flag.bad },
  limit: {
    good: ['-1', { value: '2', rule: lengthAtMost(2, 'tags') }, { value: '1.000000', rule: lengthAtMost(1, 'tags') }],
    bad: ['many', '1.5', '-7'],
  },
  threshold: {
    good: [
      '0',
      {
        value: '30.000000',
        rule: ({ result }: { result: { tags: { confidence: number }[] } }) =>
          result.tags.every(({ confidence }) => confidence >= 30),
      },
    ],
    bad: ['high', 'NaN', '1e999'],
  },
  decrease_parents: flag,
}
const feedback: Record<string, Parameter> = {
  use_feedback: flag,
  accept_feedback: { good: ['0', { value: '1', shape: shapes.tagsWithFeedback }], bad: flag.bad },
  feedback_index: {
    good: [
      { value: 'mine', and: 'use_feedback=1' },
      { value: 'mine,yours', and: 'use_feedback=1' },
    ],
    bad: ['a/b'],
    and: 'use_feedback=1',
  },
}
const croppings: Record<string, Parameter> = {
  resolution: {
    good: [
      '100x50',
      {
        value: '100x50,50x50,30x90',
        rule: ({ result }: { result: { croppings: unknown[] } }) => result.croppings.length === 3,
      },
    ],
    bad: ['100', '100X50', '0x10', '-1x5', 'axb', '10.5x10'],
  },
  no_scaling: {
    good: [
      '0',
      {
        value: '1',
        and: 'resolution=100x50',
        rule: ({ result }: { result: { croppings: Record<string, number>[] } }) =>
          result.croppings.every(({ x1, x2, y1, y2 }) => x2! - x1! === 100 && y2! - y1! === 50),
      },
    ],
    bad: flag.bad,
  },
  rect_percentage: { good: ['-1.0', '0.500000', '90'], bad: ['most', '1e999'] },
  image_result: { good: ['0'], bad: flag.bad },
}
type Lists = { result: { colors: Record<'image_colors' | 'foreground_colors' | 'background_colors', unknown[]> } }
const colors: Record<string, Parameter> = {
  extract_overall_colors: {
    good: ['1', { value: '0', rule: ({ result }: Lists) => result.colors.image_colors.length === 0 }],
    bad: flag.bad,
  },
  extract_object_colors: {
    good: [
      '1',
      {
        value: '0',
        rule: ({ result }: Lists) =>
          result.colors.foreground_colors.length + result.colors.background_colors.length === 0,
      },
    ],
    bad: flag.bad,
  },
  overall_count: {
    good: ['5', { value: '2', rule: ({ result }: Lists) => result.colors.image_colors.length <= 2 }],
    bad: ['few', '1.5'],
  },
  separated_count: {
    good: [
      '3',
      {
        value: '1',
        rule: ({ result }: Lists) =>
          result.colors.foreground_colors.length <= 1 && result.colors.background_colors.length <= 1,
      },
    ],
    bad: ['few', '1.5'],
  },
  deterministic: flag,
  features_type: { good: ['overall', 'object'], bad: ['whole', '1'] },
  ...save('table', '&deterministic=1'),
}
const search: Record<string, Parameter> = {
  offset: { good: ['0', '1'], bad: ['first', '1.5', '-1'] },
  count: {
    good: [
      '100',
      '-1',
      { value: '0', rule: ({ result }: { result: { images: unknown[] } }) => result.images.length === 0 },
    ],
    bad: ['few', '1.5', '-2', '10001'],
  },
  distance: { good: ['-1.0', '0.500000'], bad: ['near', '1e999'] },
}
const callback_url: Parameter = {
  good: ['{web}/done', '{web}/done?my=1'],
  bad: ['ftp://example.org/', 'nowhere', 'file:///etc/passwd'],
}

/** A v2 endpoint that analyses a picture: GET with it in the query, POST with it in the body. */
const analysis = (path: Path): Operation[] => [
  { ...path, version: 'v2', method: 'GET', picture: 'query' },
  { ...path, version: 'v2', method: 'POST', picture: 'file' },
]

const index = (kind: 'categories' | 'colors', base: string): Operation[] => {
  const path = { version: 'v2', processed: 0 } as const
  return [
    {
      ...path,
      method: 'GET',
      path: `${base}/{index}`,
      picture: 'query',
      processed: 1,
      shape: shapes.similar,
      parameters: search,
      missing: [`${base}/none`],
    },
    {
      ...path,
      method: 'POST',
      path: `${base}/{index}`,
      picture: 'file',
      processed: 1,
      shape: shapes.similar,
      parameters: search,
      missing: [`${base}/none`],
    },
    { ...path, method: 'GET', path: `${base}/{index}/`, shape: shapes.metadataOf[kind], missing: [`${base}/none/`] },
    {
      ...path,
      method: 'PUT',
      path: `${base}/{index}`,
      shape: shapes.training,
      parameters: { callback_url },
      missing: [`${base}/none`],
    },
    { ...path, method: 'DELETE', path: `${base}/{doomed-index}`, shape: shapes.done, missing: [`${base}/none`] },
    {
      ...path,
      method: 'GET',
      path: `${base}/{index}/{entry}`,
      shape: shapes.exists,
      missing: [`${base}/none/{entry}`],
    },
    {
      ...path,
      method: 'DELETE',
      path: `${base}/{index}/{doomed-entry}`,
      shape: shapes.done,
      missing: [`${base}/none/{entry}`, `${base}/{index}/none`],
    },
  ]
}

const noFace = 'f'.repeat(32)
const faces = { version: 'v2', processed: 0 } as const
const faceOperations: readonly Operation[] = [
  {
    ...faces,
    method: 'GET',
    path: '/v2/faces/similarity?face_id={face}&second_face_id={face2}',
    shape: shapes.similarity,
    missing: [`/v2/faces/similarity?face_id={face}&second_face_id=${noFace}`],
  },
  {
    ...faces,
    method: 'GET',
    path: '/v2/faces/groupings?faces={face},{face2}',
    shape: shapes.training,
    missing: [`/v2/faces/groupings?face_id={face}&face_id=${noFace}`],
  },
  {
    ...faces,
    method: 'POST',
    path: '/v2/faces/groupings',
    body: { faces: ['{face}', '{face2}'] },
    shape: shapes.training,
  },
  {
    ...faces,
    method: 'PUT',
    path: '/v2/faces/recognition/{people}',
    body: { people: { 'Sam New': ['{face}'] } },
    shape: shapes.people,
  },
  {
    ...faces,
    method: 'GET',
    path: '/v2/faces/recognition/{people}?face_id={face}',
    shape: shapes.recognised,
    missing: ['/v2/faces/recognition/none?face_id={face}', `/v2/faces/recognition/{people}?face_id=${noFace}`],
  },
  {
    ...faces,
    method: 'POST',
    path: '/v2/faces/recognition/{people}',
    shape: shapes.training,
    missing: ['/v2/faces/recognition/none'],
  },
  {
    ...faces,
    method: 'DELETE',
    path: '/v2/faces/recognition/{people}/{doomed-person}',
    shape: shapes.done,
    missing: ['/v2/faces/recognition/{people}/nobody', '/v2/faces/recognition/none/nobody'],
  },
  {
    ...faces,
    method: 'DELETE',
    path: '/v2/faces/recognition/{doomed-people}',
    shape: shapes.done,
    missing: ['/v2/faces/recognition/none'],
  },
]

const v1 = { version: 'v1', method: 'GET', picture: 'several', processed: 1 } as const
const v1Limits: Record<string, Parameter> = { url: { good: [], bad: [] }, content: { good: [], bad: [] } }

/** The interface, both versions: the input and output of each method of each endpoint. */
export const interfaceTable: readonly Operation[] = [
  ...analysis({ path: '/v2/tags', processed: 1, shape: shapes.tags, parameters: { ...tags, ...feedback } }),
  ...analysis({
    path: '/v2/tags/{tagger}',
    processed: 1,
    shape: shapes.tags,
    parameters: { verbose: tags['verbose']!, limit: tags['limit']! },
    missing: ['/v2/tags/none'],
  }),
  ...analysis({
    path: '/v2/categories/general_v3',
    processed: 1,
    shape: shapes.categories,
    parameters: { language: language(shapes.categories), ...save('table') },
    missing: ['/v2/categories/none', '/v2/categories'],
  }),
  ...analysis({
    path: '/v2/categories/{categorizer}',
    processed: 1,
    shape: shapes.categories,
    missing: ['/v2/categories/none'],
  }),
  ...analysis({ path: '/v2/croppings', processed: 1, shape: shapes.croppings, parameters: croppings }),
  ...analysis({ path: '/v2/colors', processed: 1, shape: shapes.colors, parameters: colors }),
  ...analysis({
    path: '/v2/faces/detections',
    processed: 1,
    shape: shapes.faces,
    parameters: { return_face_id: flag },
    missing: ['/v2/faces'],
  }),
  ...analysis({
    path: '/v2/barcodes',
    processed: 1,
    shape: shapes.barcodes,
    missing: ['/v2/barcodes/any'],
  }),
  ...analysis({
    path: '/v2/text',
    processed: 1,
    shape: shapes.readText,
    missing: ['/v2/text/any'],
  }),
  ...faceOperations,
  { version: 'v2', method: 'GET', path: '/v2/categorizers', processed: 0, shape: shapes.categorizers },
  ...index('categories', '/v2/similar-images/categories/general_v3'),
  ...index('colors', '/v2/similar-images/colors'),
  { version: 'v2', method: 'POST', path: '/v2/uploads', picture: 'kept', processed: 0, shape: shapes.upload },
  {
    version: 'v2',
    method: 'DELETE',
    path: '/v2/uploads/{doomed-upload}',
    processed: 0,
    shape: shapes.done,
    missing: [`/v2/uploads/${'x'.repeat(32)}`, '/v2/uploads/short'],
    gone: ['/v2/uploads/{deleted-upload}'],
  },
  {
    version: 'v2',
    method: 'GET',
    path: '/v2/tickets/{ticket}',
    processed: 0,
    shape: shapes.ticket,
    missing: ['/v2/tickets/none', '/v2/tickets'],
  },
  {
    version: 'v2',
    method: 'POST',
    path: '/v2/batches',
    processed: 0,
    shape: shapes.training,
    // a missing picture counts nothing while other tests count
    body: { images: [{ image_upload_id: '{deleted-upload}' }], operations: { tags: {} } },
  },
  { version: 'v2', method: 'GET', path: '/v2/batches', processed: 0, shape: shapes.batches },
  {
    version: 'v2',
    method: 'GET',
    path: '/v2/batches/{batch}',
    processed: 0,
    shape: shapes.batch,
    missing: ['/v2/batches/none'],
  },
  {
    version: 'v2',
    method: 'GET',
    path: '/v2/batches/{batch}/results',
    processed: 0,
    shape: shapes.batchResults,
    parameters: {
      offset: { good: ['0', '1'], bad: ['first', '-1', '1.5'] },
      limit: { good: ['1', '500'], bad: ['few', '-1'] },
    },
    missing: ['/v2/batches/none/results'],
  },
  {
    version: 'v2',
    method: 'DELETE',
    path: '/v2/batches/{doomed-batch}',
    processed: 0,
    shape: shapes.done,
    missing: ['/v2/batches/none'],
  },
  { version: 'v2', method: 'GET', path: '/v2/usage', processed: 0, shape: shapes.usage },
  { version: 'v1', method: 'GET', path: '/v1/usage', processed: 0, shape: shapes.usageV1 },
  { version: 'v2', method: 'GET', path: '/v2/taggers', processed: 0, shape: shapes.taggers },
  {
    version: 'v2',
    method: 'GET',
    path: '/v2/taggers/{tagger}',
    processed: 0,
    shape: shapes.lesson,
    missing: ['/v2/taggers/none'],
  },
  {
    version: 'v2',
    method: 'GET',
    path: '/v2/categorizers/{categorizer}',
    processed: 0,
    shape: shapes.lesson,
    missing: ['/v2/categorizers/none'],
  },
  {
    version: 'v2',
    method: 'DELETE',
    path: '/v2/taggers/{doomed-tagger}',
    processed: 0,
    shape: shapes.done,
    missing: ['/v2/taggers/none'],
  },
  {
    version: 'v2',
    method: 'DELETE',
    path: '/v2/categorizers/{doomed-categorizer}',
    processed: 0,
    shape: shapes.done,
    missing: ['/v2/categorizers/none'],
  },
  {
    version: 'v2',
    method: 'POST',
    path: '/v2/feedback/{feedback}',
    processed: 0,
    shape: shapes.done,
    body: { judgements: [{ tag: 'dog', verdict: 'right' }] },
    missing: [`/v2/feedback/fb_${'0'.repeat(32)}`],
  },
  {
    ...v1,
    path: '/v1/tagging',
    shape: shapes.v1Tagging,
    parameters: {
      ...v1Limits,
      language: {
        good: ['en', 'de', { value: 'de', and: 'language=en', shape: shapes.v1TaggingInLanguages }],
        bad: ['xx'],
      },
      verbose: { good: ['0', { value: '1', shape: shapes.v1VerboseTagging }], bad: flag.bad },
      limit: {
        good: [
          '-1',
          {
            value: '2',
            rule: ({ results }: { results: { tags: unknown[] }[] }) => results.every(({ tags }) => tags.length <= 2),
          },
        ],
        bad: ['many', '1.5'],
      },
    },
  },
  {
    ...v1,
    path: '/v1/croppings',
    shape: shapes.v1Croppings,
    parameters: {
      ...v1Limits,
      resolution: {
        good: [
          '100x50',
          {
            value: '100x50',
            and: 'resolution=50x50',
            rule: ({ results }: { results: { croppings: unknown[] }[] }) =>
              results.every(({ croppings }) => croppings.length === 2),
          },
        ],
        bad: ['100', 'axb', '0x5'],
      },
      no_scaling: { good: ['0', { value: '1', and: 'resolution=100x50' }], bad: flag.bad },
    },
  },
  {
    ...v1,
    path: '/v1/colors',
    shape: shapes.v1Colors,
    parameters: { ...v1Limits, extract_overall_colors: flag, extract_object_colors: flag },
  },
  {
    ...v1,
    path: '/v1/categorizations/general_v3',
    shape: shapes.v1Categorizations,
    parameters: {
      ...v1Limits,
      language: {
        good: ['de', { value: 'de', and: 'language=en', shape: shapes.v1CategorizationsInLanguages }],
        bad: ['xx'],
      },
    },
    missing: ['/v1/categorizations/none', '/v1/categorizations'],
  },
  { version: 'v1', method: 'GET', path: '/v1/categorizers', processed: 0, shape: shapes.v1Categorizers },
  { version: 'v1', method: 'POST', path: '/v1/content', picture: 'kept', processed: 0, shape: shapes.v1Content },
  {
    version: 'v1',
    method: 'DELETE',
    path: '/v1/content/{doomed-upload}',
    processed: 0,
    shape: shapes.v1Done,
    missing: [`/v1/content/${'x'.repeat(32)}`],
    gone: ['/v1/content/{deleted-upload}'],
  },
]

/** Methods that the interface has for each path; every other one is 405. */
export const methodsOf: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '/v2/tags': ['GET', 'POST'],
    '/v2/tags/any': ['GET', 'POST'],
    '/v2/categorizers': ['GET'],
    '/v2/categories/any': ['GET', 'POST'],
    '/v2/croppings': ['GET', 'POST'],
    '/v2/colors': ['GET', 'POST'],
    '/v2/faces/detections': ['GET', 'POST'],
    '/v2/barcodes': ['GET', 'POST'],
    '/v2/text': ['GET', 'POST'],
    '/v2/faces/similarity': ['GET'],
    '/v2/faces/groupings': ['GET', 'POST'],
    '/v2/faces/recognition/any': ['GET', 'PUT', 'POST', 'DELETE'],
    '/v2/faces/recognition/any/any': ['DELETE'],
    '/v2/similar-images/categories/any/any': ['GET', 'POST', 'PUT', 'DELETE'],
    '/v2/similar-images/categories/any/any/any': ['GET', 'DELETE'],
    '/v2/similar-images/colors/any': ['GET', 'POST', 'PUT', 'DELETE'],
    '/v2/similar-images/colors/any/any': ['GET', 'DELETE'],
    '/v2/uploads': ['POST'],
    '/v2/uploads/any': ['DELETE'],
    '/v2/tickets/any': ['GET'],
    '/v2/batches': ['GET', 'POST'],
    '/v2/batches/any': ['GET', 'DELETE'],
    '/v2/batches/any/results': ['GET'],
    '/v2/usage': ['GET'],
    '/v1/usage': ['GET'],
    '/v2/taggers': ['GET'],
    '/v2/taggers/any': ['GET', 'PUT', 'DELETE'],
    '/v2/categorizers/any': ['GET', 'PUT', 'DELETE'],
    '/v2/feedback/any': ['POST'],
    '/v1/tagging': ['GET'],
    '/v1/croppings': ['GET'],
    '/v1/colors': ['GET'],
    '/v1/categorizers': ['GET'],
    '/v1/categorizations/any': ['GET'],
    '/v1/content': ['POST'],
    '/v1/content/any': ['DELETE'],
  }),
)
