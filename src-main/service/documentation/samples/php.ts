import { quoted, writeLiteral, type LiteralStyle } from './literal.ts'
import { groupByName, PHOTO, type SampleBody, type SampleRequest } from './sample-request.ts'

const style: LiteralStyle = {
  map: ['[', ']'],
  list: ['[', ']'],
  indent: '    ',
  key: (name) => `${quoted(name, "'")} => `,
  text: (value) => quoted(value, "'"),
}

/** The request as a program for PHP 7.4 or newer, without extensions. */
export function writePhp({ method, path, query, body }: SampleRequest): string {
  return `${[
    '<?php',
    "$account = base64_encode(getenv('KEY') . ':' . getenv('SECRET'));",
    ...queryLines(query),
    ...bodyLines(body),
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    `    'header' => [${headers(body)}],`,
    ...(body.kind === 'none' ? [] : ["    'content' => $body,"]),
    "    'ignore_errors' => true, // the sentence of an error is an answer, too",
    ']]);',
    `echo file_get_contents(getenv('SERVICE') . ${addressOf(path, query)}, false, $context);`,
  ].join('\n')}\n`
}

const addressOf = (path: string, query: SampleRequest['query']): string =>
  query.length > 0 ? `"${path}?$query"` : quoted(path, "'")

function headers({ kind }: SampleBody): string {
  const account = '"Authorization: Basic $account"'
  if (kind === 'none') return account
  return kind === 'json'
    ? `${account}, 'Content-Type: application/json'`
    : `${account}, "Content-Type: multipart/form-data; boundary=$boundary"`
}

/** PHP's own function would number repeated parameters, which changes their names. */
function queryLines(query: SampleRequest['query']): string[] {
  if (query.length === 0) return []
  if (groupByName(query).every(([, values]) => values.length === 1))
    return [`$query = http_build_query(${writeLiteral(Object.fromEntries(query), style)});`]
  const parts = query.map(([name, value]) =>
    /^[\w.,-]*$/.test(value) ? quoted(`${name}=${value}`, "'") : `'${name}=' . urlencode(${quoted(value, "'")})`,
  )
  return [`$query = implode('&', [`, ...parts.map((part) => `    ${part},`), ']);']
}

function bodyLines(body: SampleBody): string[] {
  if (body.kind === 'none') return []
  if (body.kind === 'json') return [`$body = json_encode(${writeLiteral(body.value, style)});`]
  const part = 'Content-Disposition: form-data; name='
  return [
    '$boundary = bin2hex(random_bytes(16));',
    `$body = "--$boundary\\r\\n${part}\\"image\\"; filename=\\"${PHOTO}\\"\\r\\n\\r\\n"`,
    `    . file_get_contents('${PHOTO}') . "\\r\\n"`,
    ...body.fields.map(([name, value]) => `    . "--$boundary\\r\\n${part}\\"${name}\\"\\r\\n\\r\\n${value}\\r\\n"`),
    '    . "--$boundary--\\r\\n";',
  ]
}
