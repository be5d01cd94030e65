import { quoted, writeLiteral, type LiteralStyle } from './literal.ts'
import { groupByName, PHOTO, type SampleBody, type SampleRequest } from './sample-request.ts'

const style: LiteralStyle = {
  map: ['{ ', ' }'],
  list: ['[', ']'],
  indent: '  ',
  key: (name) => `${/^[a-z_]\w*$/i.test(name) ? name : quoted(name, "'")}: `,
  text: (value) => quoted(value, "'"),
}

/** The request as a module for Node 20 or newer, without packages. */
export function writeNode({ method, path, query, body }: SampleRequest): string {
  return `${[
    ...(body.kind === 'form' ? ["import { openAsBlob } from 'node:fs'", ''] : []),
    'const { SERVICE, KEY, SECRET } = process.env',
    ...queryLines(query),
    ...formLines(body),
    `const answer = await fetch(\`\${SERVICE}${path}${query.length > 0 ? '?${query}' : ''}\`, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...headerLines(body),
    ...(body.kind === 'form' ? ['  body: form,'] : []),
    ...(body.kind === 'json' ? [`  body: JSON.stringify(${writeLiteral(body.value, style, 1)}),`] : []),
    '})',
    'if (!answer.ok) throw new Error(await answer.text())',
    'console.log(JSON.stringify(await answer.json(), null, 2))',
  ].join('\n')}\n`
}

function headerLines({ kind }: SampleBody): string[] {
  const account = 'Authorization: `Basic ${btoa(`${KEY}:${SECRET}`)}`'
  if (kind !== 'json') return [`  headers: { ${account} },`]
  return ['  headers: {', `    ${account},`, "    'Content-Type': 'application/json',", '  },']
}

function queryLines(query: SampleRequest['query']): string[] {
  if (query.length === 0) return []
  const isRepeated = groupByName(query).some(([, values]) => values.length > 1)
  return [`const query = new URLSearchParams(${writeLiteral(isRepeated ? query : Object.fromEntries(query), style)})`]
}

function formLines(body: SampleBody): string[] {
  if (body.kind !== 'form') return []
  return [
    'const form = new FormData()',
    ...body.fields.map(([name, value]) => `form.append('${name}', ${quoted(value, "'")})`),
    `form.append('image', await openAsBlob('${PHOTO}'), '${PHOTO}')`,
  ]
}
