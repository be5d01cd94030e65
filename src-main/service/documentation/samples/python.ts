import { quoted, writeLiteral, type LiteralStyle } from './literal.ts'
import { groupByName, PHOTO, type SampleBody, type SampleRequest } from './sample-request.ts'

const style: LiteralStyle = {
  map: ['{', '}'],
  list: ['[', ']'],
  indent: '    ',
  key: (name) => `"${name}": `,
  text: (value) => quoted(value, '"'),
  words: { true: 'True', false: 'False', null: 'None' },
}

/** The request as a program for Python 3.8 or newer, with only its standard library. */
export function writePython({ method, path, query, body }: SampleRequest): string {
  const modules = ['base64', 'json', 'os', ...(query.length > 0 ? ['urllib.parse'] : []), 'urllib.request']
  if (body.kind === 'form') modules.push('uuid')
  return `${[
    modules.map((name) => `import ${name}`).join('\n'),
    '',
    'service, key, secret = (os.environ[name] for name in ("SERVICE", "KEY", "SECRET"))',
    'account = base64.b64encode(f"{key}:{secret}".encode()).decode()',
    ...(query.length > 0 ? [queryLine(query)] : []),
    ...bodyLines(body),
    'request = urllib.request.Request(',
    `    f"{service}${path}${query.length > 0 ? '?{query}' : ''}",`,
    `    method="${method}",`,
    ...(body.kind === 'none' ? [] : ['    data=body,']),
    `    headers={"Authorization": f"Basic {account}"${contentType(body)}},`,
    ')',
    'with urllib.request.urlopen(request) as answer:',
    '    print(json.dumps(json.load(answer), indent=2))',
  ].join('\n')}\n`
}

function queryLine(query: SampleRequest['query']): string {
  const groups = groupByName(query)
  const isRepeated = groups.some(([, values]) => values.length > 1)
  const given = groups.map(([name, values]) => [name, values.length > 1 ? values : values[0]])
  return `query = urllib.parse.urlencode(${writeLiteral(Object.fromEntries(given), style)}${isRepeated ? ', doseq=True' : ''})`
}

function contentType({ kind }: SampleBody): string {
  if (kind === 'none') return ''
  return kind === 'json'
    ? ', "Content-Type": "application/json"'
    : ', "Content-Type": f"multipart/form-data; boundary={boundary}"'
}

function bodyLines(body: SampleBody): string[] {
  if (body.kind === 'none') return []
  if (body.kind === 'json') return [`body = json.dumps(${writeLiteral(body.value, style)}).encode()`]
  return [
    `with open("${PHOTO}", "rb") as photo:`,
    `    parts = [('name="image"; filename="${PHOTO}"', photo.read())]`,
    ...body.fields.map(([name, value]) => `parts.append(('name="${name}"', ${quoted(value, '"')}.encode()))`),
    'boundary = uuid.uuid4().hex',
    'body = b"".join(',
    '    f"--{boundary}\\r\\nContent-Disposition: form-data; {head}\\r\\n\\r\\n".encode() + content + b"\\r\\n"',
    '    for head, content in parts',
    ') + f"--{boundary}--\\r\\n".encode()',
  ]
}
