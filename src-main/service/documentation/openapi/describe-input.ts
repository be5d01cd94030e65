import { takesIdempotencyKey } from '../../http/idempotency-key.ts'
import type { Route } from '../../http/route.ts'
import type { JsonSchema } from '../schemas/json-schema.ts'
import type { Operation, Parameter } from './open-api-types.ts'
import { exampleOf } from '../schemas/example-of.ts'
import { schemaOf } from '../schemas/schema-of.ts'

type Named = Readonly<Record<string, JsonSchema>>

const ADDRESS: JsonSchema = {
  type: 'string',
  description: 'Address of the picture, http or https. What counts is the content that comes, not its declared type.',
  examples: ['https://example.com/photo.jpg'],
}
const UPLOAD_ID: JsonSchema = {
  type: 'string',
  description: 'Id of an uploaded picture.',
  examples: ['d4f2c8a0b17e4e7f9a3c5d6e8f001122'],
}
const FILE: JsonSchema = {
  type: 'string',
  contentMediaType: 'application/octet-stream',
  description: "The picture's file.",
}
const BASE64: JsonSchema = {
  type: 'string',
  contentEncoding: 'base64',
  description: "The picture's file in base64, with or without `data:image/jpeg;base64,` before it.",
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of your own. The same question about the same upload under the same key is counted once within a day: whoever lost an answer asks again. The answer repeats the key where it counts.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  'x-addition': true,
}

/** Parameters of path, query and headers. A body that carries more than parameters describes its own. */
export function describeParameters(route: Route): Parameter[] {
  const inPath = Object.entries(route.pathParts).map(([name, description]): Parameter => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  }))
  return [
    ...inPath,
    ...(route.body === 'picture' ? [] : inQuery(route)),
    ...(takesIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : []),
  ]
}

/** The body of a request; undefined if it has none. */
export function describeBody(route: Route): Operation['requestBody'] {
  if (route.body === 'none' || route.body === 'parameters') return undefined
  if (route.body !== 'picture') {
    const schema = schemaOf(route.body.json, 'input')
    return { required: true, content: { 'application/json': { schema, example: exampleOf(schema) } } }
  }
  const own = { ...namedPictures(route), ...withoutPictures(fieldsOf(route)) }
  const [file, text] = [
    pictureBody('image', fileOf(route), own, route),
    pictureBody('image_base64', BASE64, own, route),
  ]
  return {
    required: route.picture !== 'optional',
    description: 'Parameters may also be given in the query.',
    content: {
      'multipart/form-data': { schema: file },
      ...(route.picture !== 'several' && {
        'application/x-www-form-urlencoded': { schema: text },
        'application/json': { schema: text },
      }),
    },
  }
}

/** A body with one picture in the field `name`, or named by another field if the route allows it. */
function pictureBody(name: string, field: JsonSchema, own: Named, route: Route): JsonSchema {
  const ways = [name, ...Object.keys(namedPictures(route))]
  const needed = ways.length === 1 ? { required: ways } : { anyOf: ways.map((way) => ({ required: [way] })) }
  const properties = { [name]: field, ...own }
  return { type: 'object', ...(route.picture !== 'optional' && needed), properties }
}

/**
 * The fields by which a form may name a picture instead of carrying it; in the published interface only GET has them.
 */
function namedPictures(route: Route): Named {
  const fields = fieldsOf(route)
  return Object.fromEntries(
    Object.entries({ image_url: ADDRESS, image_upload_id: UPLOAD_ID })
      .filter(([name]) => name in fields)
      .map(([name, schema]) => [name, { ...schema, 'x-addition': true }]),
  )
}

const fileOf = ({ picture }: Route): JsonSchema =>
  picture === 'several' ? { type: 'array', items: FILE, description: "The pictures' files, one or several." } : FILE

/** Parameters of a route by name, with descriptions. */
function fieldsOf(route: Route): Named {
  return schemaOf(route.parameters, 'input').properties ?? {}
}

function inQuery(route: Route): Parameter[] {
  const required = schemaOf(route.parameters, 'input').required ?? []
  return Object.entries({ ...picturesOf(route), ...withoutPictures(fieldsOf(route)) }).map(
    ([name, { description = '', 'x-addition': addition, ...schema }]) => ({
      name,
      in: 'query' as const,
      required: required.includes(name),
      description,
      schema,
      // v1 repeats a parameter for each item, v2 separates items by commas
      ...(schema.type === 'array' && { style: 'form' as const, explode: route.version === 'v1' }),
      ...(addition && { 'x-addition': true }),
    }),
  )
}

/** The ways to give a picture are the same everywhere and are described here, so that routes need not. */
const pictureNames: ReadonlySet<string> = new Set([
  'image',
  'image_base64',
  'image_url',
  'image_upload_id',
  'url',
  'content',
])
const withoutPictures = (fields: Named): Named =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !pictureNames.has(name)))

/** How a request without a body names its picture. */
function picturesOf({ picture, version }: Route): Named {
  if (picture === undefined) return {}
  if (version === 'v2') return { image_url: ADDRESS, image_upload_id: UPLOAD_ID }
  if (picture === 'several')
    return {
      url: { type: 'array', items: ADDRESS, description: 'Addresses of pictures.' },
      content: { type: 'array', items: UPLOAD_ID, description: 'Ids of uploaded pictures.' },
    }
  return { url: ADDRESS, content: UPLOAD_ID }
}
