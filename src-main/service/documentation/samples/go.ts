import { quoted } from './literal.ts'
import { groupByName, PHOTO, type SampleBody, type SampleRequest } from './sample-request.ts'

const text = (value: string): string => quoted(value, '"')

/** The request as a program for Go 1.16 or newer, with only its standard library, formatted as by gofmt. */
export function writeGo({ method, path, query, body }: SampleRequest): string {
  const address = `os.Getenv("SERVICE")+${query.length > 0 ? `${text(`${path}?`)}+query.Encode()` : text(path)}`
  return `${[
    'package main',
    '',
    'import (',
    ...packagesOf(query, body).map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...queryLines(query).map(indented),
    ...bodyLines(body).map(indented),
    `\trequest, err := http.NewRequest("${method}", ${address}, ${body.kind === 'none' ? 'nil' : body.kind === 'form' ? '&body' : 'body'})`,
    '\tcheck(err)',
    '\trequest.SetBasicAuth(os.Getenv("KEY"), os.Getenv("SECRET"))',
    ...headerLines(body).map(indented),
    '\tanswer, err := http.DefaultClient.Do(request)',
    '\tcheck(err)',
    '\tdefer answer.Body.Close()',
    '\t_, err = io.Copy(os.Stdout, answer.Body)',
    '\tcheck(err)',
    '}',
    '',
    'func check(err error) {',
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '}',
  ].join('\n')}\n`
}

const indented = (line: string): string => (line === '' ? '' : `\t${line}`)

function packagesOf(query: SampleRequest['query'], { kind }: SampleBody): string[] {
  return [
    ...(kind === 'form' ? ['bytes'] : []),
    'io',
    'log',
    ...(kind === 'form' ? ['mime/multipart'] : []),
    'net/http',
    ...(query.length > 0 ? ['net/url'] : []),
    'os',
    ...(kind === 'json' ? ['strings'] : []),
  ]
}

function queryLines(query: SampleRequest['query']): string[] {
  if (query.length === 0) return []
  const groups = groupByName(query).map(([name, values]) => `${text(name)}: {${values.map(text).join(', ')}}`)
  const line = `query := url.Values{${groups.join(', ')}}`
  return line.length <= 90
    ? [line]
    : ['query := url.Values{}', ...query.map(([name, value]) => `query.Add(${text(name)}, ${text(value)})`)]
}

function bodyLines(body: SampleBody): string[] {
  if (body.kind === 'none') return []
  if (body.kind === 'json') return [`body := strings.NewReader(\`${JSON.stringify(body.value)}\`)`]
  return [
    'var body bytes.Buffer',
    'form := multipart.NewWriter(&body)',
    ...body.fields.map(([name, value]) => `check(form.WriteField(${text(name)}, ${text(value)}))`),
    `part, err := form.CreateFormFile("image", "${PHOTO}")`,
    'check(err)',
    `photo, err := os.Open("${PHOTO}")`,
    'check(err)',
    'defer photo.Close()',
    '_, err = io.Copy(part, photo)',
    'check(err)',
    'check(form.Close())',
  ]
}

function headerLines({ kind }: SampleBody): string[] {
  if (kind === 'none') return []
  return [
    `request.Header.Set("Content-Type", ${kind === 'json' ? '"application/json"' : 'form.FormDataContentType()'})`,
  ]
}
