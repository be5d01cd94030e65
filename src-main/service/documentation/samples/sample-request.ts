import type { Method, Route } from '../../http/route.ts'
import { exampleOf } from '../schemas/example-of.ts'
import { schemaOf } from '../schemas/schema-of.ts'

export type Pair = readonly [name: string, value: string]

/** One request of a route with examples for everything it needs; samples in every language make it. */
export type SampleRequest = {
  method: Method
  /** Begins with a slash; its parts are encoded. */
  path: string
  /** A name may occur several times. */
  query: readonly Pair[]
  body: SampleBody
}
export type SampleBody =
  | { kind: 'none' }
  /** A multipart form of these fields and of the file photo.jpg as `image`. */
  | { kind: 'form'; fields: readonly Pair[] }
  | { kind: 'json'; value: unknown }

/** The file that samples send. */
export const PHOTO = 'photo.jpg'

/** The request that a route's samples make. */
export function sampleRequestOf(route: Route): SampleRequest {
  const { method } = route
  const path = pathOf(route)
  const pairs = [...requiredOf(route), ...examplesOf(route)]
  if (route.body === 'picture') return { method, path, query: [], body: { kind: 'form', fields: pairs } }
  if (typeof route.body === 'object') {
    const value = exampleOf(schemaOf(route.body.json, 'input'))
    return { method, path, query: [], body: { kind: 'json', value } }
  }
  return { method, path, query: [...pictureOf(route), ...pairs], body: { kind: 'none' } }
}

/** The path with examples for its parts; a categorizer that is described or changed is one of the account's own. */
function pathOf({ path }: Route): string {
  const isOwn = path.startsWith('/v2/categorizers/')
  const example = (name: string) => (isOwn ? 'my-themes' : String(exampleOf({}, name)))
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(example(name)))
}

function pictureOf({ picture, version }: Route): Pair[] {
  if (picture === undefined) return []
  const name = version === 'v1' ? 'url' : 'image_url'
  return [[name, String(exampleOf({}, name))]]
}

/** What a request must have in its query or form, apart from a picture and the route's own examples. */
function requiredOf({ parameters, examples = [] }: Route): Pair[] {
  const { required = [], properties = {} } = schemaOf(parameters, 'input')
  const shown = new Set(examples.map((pair) => pair.split('=', 1)[0]))
  return required
    .filter((name) => !shown.has(name))
    .map((name): Pair => [name, String(exampleOf(properties[name]!, name))])
}

/** v1 repeats a parameter for each item. */
function examplesOf({ examples = [], version }: Route): Pair[] {
  return examples.flatMap((pair) => {
    const [name = '', value = ''] = pair.split('=', 2)
    return (version === 'v1' ? value.split(',') : [value]).map((item): Pair => [name, item])
  })
}

/** Values by name, in the order of their first value. */
export function groupByName(pairs: readonly Pair[]): [name: string, values: string[]][] {
  return [...Map.groupBy(pairs, ([name]) => name)].map(([name, those]) => [name, those.map(([, value]) => value)])
}
