import { PHOTO, type Pair, type SampleRequest } from './sample-request.ts'

const WIDTH = 90

/** The request as a command line; `SERVICE`, `KEY` and `SECRET` are variables of the shell. */
export function writeCurl({ method, path, query, body }: SampleRequest): string {
  const address = `"$SERVICE${path}"`
  const start = 'curl -u "$KEY:$SECRET"'
  if (body.kind === 'form') return join([start, address, `-F image=@${PHOTO}`, ...body.fields.map(formField)])
  const target = method === 'GET' ? address : `-X ${method} ${address}`
  if (body.kind === 'json')
    return join([start, target, '-H "Content-Type: application/json"', `-d '${JSON.stringify(body.value)}'`])
  return query.length === 0 ? join([start, target]) : join([start, `-G ${target}`, ...query.map(queryPart)])
}

const formField = ([name, value]: Pair): string => `-F ${name}=${value}`

/** curl encodes what needs encoding. */
const queryPart = ([name, value]: Pair): string =>
  /^[\w.,-]*$/.test(value) ? `-d ${name}=${value}` : `--data-urlencode "${name}=${value}"`

/** On one line if it is short, else one part per line. */
function join(parts: readonly string[]): string {
  const line = parts.join(' ')
  return line.length <= WIDTH ? line : parts.join(' \\\n  ')
}
