import type { Route } from '../../http/route.ts'
import { exampleOf } from './example-of.ts'
import { schemaOf } from './schema-of.ts'

/** A command line that makes the request; `SERVICE`, `KEY` and `SECRET` are variables of the shell. */
export function curlLine(route: Route): string {
  const address = `"${addressOf(route)}"`
  const start = 'curl -u "$KEY:$SECRET"'
  if (route.body === 'picture')
    return join([start, address, '-F image=@photo.jpg', ...parametersOf(route).map((pair) => `-F ${pair}`)])
  const target = route.method === 'GET' ? address : `-X ${route.method} ${address}`
  if (typeof route.body === 'object') {
    const body = JSON.stringify(exampleOf(schemaOf(route.body.json, 'input')))
    return join([start, target, '-H "Content-Type: application/json"', `-d '${body}'`])
  }
  if (route.picture === undefined) return join([start, target])
  const picture = `--data-urlencode "${route.version === 'v1' ? 'url' : 'image_url'}=https://example.com/photo.jpg"`
  return join([start, `-G ${address}`, picture, ...parametersOf(route).map((pair) => `-d ${pair}`)])
}

/** The address with examples for the parts of its path; a categorizer that is changed is one of the account's own. */
function addressOf({ method, path }: Route): string {
  const isOwn = method !== 'GET' && path.startsWith('/v2/categorizers')
  const example = (name: string) => (isOwn ? 'my-themes' : String(exampleOf({}, name)))
  return `$SERVICE${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(example(name)))}`
}

/** v1 repeats a parameter for each item. */
function parametersOf({ examples = [], version }: Route): string[] {
  if (version !== 'v1') return [...examples]
  return examples.flatMap((pair) => {
    const [name, items = ''] = pair.split('=')
    return items.split(',').map((item) => `${name}=${item}`)
  })
}

const WIDTH = 90

/** One line where it is short, else one part a line. */
function join(parts: readonly string[]): string {
  const line = parts.join(' ')
  return line.length <= WIDTH ? line : parts.join(' \\\n  ')
}
