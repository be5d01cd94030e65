import type { Route } from '../../http/route.ts'
import { exampleOf } from './example-of.ts'
import { schemaOf } from './schema-of.ts'

/** One or two parameters that are worth showing, by the end of an endpoint's path. */
const telling: readonly [RegExp, readonly string[]][] = [
  [/\/(tags|tagging)(\/:|$)/, ['language=en,de', 'limit=10']],
  [/\/croppings$/, ['resolution=800x600']],
  [/\/faces\//, ['return_face_attributes=1']],
  [/\/v2\/colors$/, ['deterministic=1']],
  [/similar-images\/[^]*:index_id$/, ['count=10']],
]

/** A command line that makes the request; `SERVICE`, `KEY` and `SECRET` are variables of the shell. */
export function curlLine(route: Route): string {
  const example = (name: string) =>
    route.method !== 'GET' && route.path.startsWith('/v2/categorizers') ? 'my-themes' : String(exampleOf({}, name))
  const address = `$SERVICE${route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(example(name)))}`
  const start = ['curl -u "$KEY:$SECRET"']
  if (route.body === 'picture')
    return join([...start, `"${address}"`, '-F image=@photo.jpg', ...parametersOf(route).map((pair) => `-F ${pair}`)])
  const method = route.method === 'GET' ? [] : [`-X ${route.method}`]
  if (typeof route.body === 'object') {
    const body = JSON.stringify(exampleOf(schemaOf(route.body.json, 'input')))
    return join([
      ...start,
      [...method, `"${address}"`].join(' '),
      '-H "Content-Type: application/json"',
      `-d '${body}'`,
    ])
  }
  if (route.picture === undefined) return join([...start, [...method, `"${address}"`].join(' ')])
  const name = route.version === 'v1' ? 'url' : 'image_url'
  return join([
    ...start,
    `-G "${address}"`,
    `--data-urlencode "${name}=https://example.com/photo.jpg"`,
    ...parametersOf(route).map((pair) => `-d ${pair}`),
  ])
}

function parametersOf(route: Route): string[] {
  const pairs = route.method === 'PUT' ? [] : (telling.find(([pattern]) => pattern.test(route.path))?.[1] ?? [])
  const fitting = pairs.filter((pair) => pair.slice(0, pair.indexOf('=')) in route.parameters.shape)
  // v1 repeats a parameter for each item
  return route.version === 'v1'
    ? fitting.flatMap((pair) =>
        pair
          .split('=')[1]!
          .split(',')
          .map((item) => `${pair.split('=')[0]}=${item}`),
      )
    : fitting
}

const WIDTH = 90

/** One line where it is short, else one part a line. */
function join(parts: readonly string[]): string {
  const line = parts.join(' ')
  return line.length <= WIDTH ? line : parts.join(' \\\n  ')
}
