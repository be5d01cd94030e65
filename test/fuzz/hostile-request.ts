import { routes } from '../../src-main/service/routes.ts'
import { hostileBody, mutate } from './hostile-body.ts'
import { headerValues, methods, paths, parameterNames, values } from './hostile-words.ts'
import type { Random } from './random.ts'
import type { Arms } from './arms.ts'

/** One attack: bytes for a fresh connection. With `mayWait`, the service may wait for more. */
export type Attack = { kind: string; chunks: Buffer[]; mayWait: boolean }

type Maker = (random: Random, arms: Arms) => Attack
const attack = (kind: string, head: string, body: Buffer = Buffer.alloc(0), mayWait = false): Attack => ({
  kind,
  chunks: [Buffer.from(head, 'latin1'), ...(body.length > 0 ? [body] : [])],
  mayWait,
})

const queryOf = (random: Random, { foreign, upload }: Arms) =>
  [
    ...(random.chance(0.2) ? [`image_upload_id=${upload}`] : []),
    ...random.some(
      5,
      () =>
        `${random.pick(parameterNames)}=${random.chance(0.1) ? random.pick([foreign.upload, ...foreign.names]) : random.pick(values)}`,
    ),
  ].join(random.chance(0.9) ? '&' : random.pick([';', '&&', '?', '#']))

/** The address of a request: with known ids, someone else's, or none at all. */
function fillPath(path: string, random: Random, { foreign }: Arms): string {
  return path.replaceAll(/:\w+/g, () => {
    const part = random.pick([
      () => random.pick(['general_v3', 'mine', 'a']),
      () => random.pick([foreign.upload, foreign.ticket, foreign.feedback, ...foreign.names]),
      () => random.pick(values),
    ])()
    return random.chance(0.6) ? encodeURIComponent(part.toWellFormed()) : part
  })
}

function addressOf(random: Random, arms: Arms, path = random.pick(paths)): string {
  const suffix = random.chance(0.1) ? random.pick(['/', '//', '/..', '/%2e%2e', '/x']) : ''
  return `${fillPath(path, random, arms)}${suffix}${random.chance(0.7) ? `?${queryOf(random, arms)}` : ''}`
}

/** Latin1 text that stays on one line of a request, so that the fault is at the intended place. */
const onOneLine = (text: string) => Buffer.from(text.replaceAll(/[\r\n]/g, '%0A')).toString('latin1')

function startOf(random: Random, arms: Arms): string {
  const { method, path } = random.chance(0.6)
    ? random.pick(routes)
    : { method: random.pick(methods), path: random.pick(paths) }
  return `${method} ${onOneLine(addressOf(random, arms, path))} HTTP/1.1\r\nHost: x\r\n`
}

const query: Maker = (random, arms) =>
  attack('query', `${startOf(random, arms)}Authorization: ${arms.authorization}\r\n\r\n`)

const credentials: Maker = (random, { key, authorization }) => {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const given = random.pick([
    () => '',
    () => 'Basic',
    () => 'Basic ',
    () =>
      `Basic ${random
        .bytes(20)
        .toString('latin1')
        .replaceAll(/[\r\n\0]/g, '?')}`,
    () => `Basic ${encode(random.pick(values).slice(0, 400))}`,
    () => `Bearer ${encode(key)}`,
    () => `Basic ${encode(`${key}`)}`,
    () => `Basic ${encode(`:${key}`)}`,
    () => `Basic ${encode(`__proto__:${random.below(1e9)}`)}`,
    () => `${authorization}, ${authorization}`,
    () => `${authorization} `,
    () => authorization.toLowerCase(),
    () => authorization.slice(0, -random.below(authorization.length)),
    () => `Basic ${'A'.repeat(random.below(20_000))}`,
    () => `Digest username="${key}"`,
  ])()
  const twice = random.chance(0.1) ? `Authorization: ${authorization}\r\n` : ''
  return attack(
    'credentials',
    `GET ${random.pick(['/v2/usage', '/v1/categorizers', '/v2/nothing', '/v2/uploads'])} HTTP/1.1\r\nHost: x\r\nAuthorization: ${onOneLine(given)}\r\n${twice}\r\n`,
  )
}

const headers: Maker = (random, arms) => {
  const lines = random.some(
    8,
    () =>
      `${random.pick(Object.keys(headerValues))}: ${onOneLine(random.pick([...random.pick(Object.values(headerValues)), random.pick(values)]))}`,
  )
  return attack(
    'headers',
    `${startOf(random, arms)}${lines.join('\r\n')}${lines.length > 0 ? '\r\n' : ''}Authorization: ${arms.authorization}\r\n\r\n`,
    Buffer.alloc(0),
    /^(content-length|transfer-encoding|expect)/im.test(lines.join('\n')),
  )
}

const receivers = routes.filter(({ body: kind }) => kind !== 'none')

const body: Maker = (random, arms) => {
  const { type, bytes, kind } = hostileBody(random, arms)
  const { method, path } = random.chance(0.7)
    ? random.pick(receivers)
    : { method: random.pick(['POST', 'PUT', 'DELETE', 'GET']), path: random.pick(paths) }
  const head = `${method} ${onOneLine(addressOf(random, arms, path))} HTTP/1.1\r\nHost: x\r\nAuthorization: ${arms.authorization}\r\nContent-Type: ${onOneLine(type)}\r\n`
  if (!random.chance(0.15)) return attack(kind, `${head}Content-Length: ${bytes.length}\r\n\r\n`, bytes)
  const length = random.pick([
    bytes.length + 1 + random.below(1e6),
    Math.max(0, bytes.length - 1 - random.below(50)),
    -1,
    1e15,
    9e30,
    '0x10',
    '1,2',
    '+5',
    '',
  ])
  return attack('length', `${head}Content-Length: ${length}\r\n\r\n`, bytes, true)
}

const chunked: Maker = (random, arms) => {
  const { type, bytes } = hostileBody(random, arms)
  const size = random.pick([
    bytes.length.toString(16),
    'ffffffffffffffff',
    'zz',
    '-1',
    `${bytes.length.toString(16)};ext="${'a'.repeat(random.below(20_000))}"`,
  ])
  const end = random.pick(['\r\n0\r\n\r\n', '\r\n0\r\nTrailer: x\r\n\r\n', '', '\r\n0\r\n', '0'])
  const lie = random.chance(0.2) ? 'Content-Length: 5\r\n' : ''
  return attack(
    'chunked',
    `POST ${onOneLine(addressOf(random, arms))} HTTP/1.1\r\nHost: x\r\nAuthorization: ${arms.authorization}\r\nContent-Type: ${onOneLine(type)}\r\n${lie}Transfer-Encoding: ${random.pick(['chunked', 'chunked', 'chunked', 'gzip, chunked', 'identity', 'chunked, chunked'])}\r\n\r\n${size}\r\n`,
    Buffer.concat([bytes, Buffer.from(end)]),
    true,
  )
}

const garbage: Maker = (random, arms) => {
  const bytes = random.pick([
    () => random.bytes(1 + random.below(400)),
    () => Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1'),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    () => Buffer.from(`GET ${'/a'.repeat(random.below(40_000))} HTTP/1.1\r\nHost: x\r\n\r\n`),
    () => Buffer.from('\r\n'.repeat(random.below(500))),
    () => Buffer.from(`GET /v2/usage HTTP/${random.pick(['0.9', '1.0', '1.2', '2.0', '9.9', ''])}\r\n\r\n`),
    () => Buffer.from(`CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n`),
    () => Buffer.from(`GET http://other.example/v2/usage HTTP/1.1\r\nAuthorization: ${arms.authorization}\r\n\r\n`),
    () => Buffer.from(`OPTIONS * HTTP/1.1\r\nHost: x\r\nAuthorization: ${arms.authorization}\r\n\r\n`),
    () =>
      Buffer.from(
        `GET /v2/usage HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nAuthorization: ${arms.authorization}\r\n\r\n`,
      ),
    () =>
      Buffer.from(
        `GET /v2/tags?${'a=1&'.repeat(random.below(5000))} HTTP/1.1\r\nHost: x\r\nAuthorization: ${arms.authorization}\r\n\r\n`,
      ),
    () => mutate(Buffer.from(`${startOf(random, arms)}Authorization: ${arms.authorization}\r\n\r\n`, 'latin1'), random),
    () =>
      Buffer.from(
        `GET /v2/usage HTTP/1.1\r\n${random.some(300, () => `X-${random.below(1e6)}: ${random.below(1e9)}`).join('\r\n')}\r\n\r\n`,
      ),
    () => Buffer.from(`GET /v2/usage HTTP/1.1\r\nHost: x\r\nAuthorization: ${arms.authorization}\r\n folded\r\n\r\n`),
    () =>
      Buffer.from(
        `POST /v2/tags HTTP/1.1\r\nHost: x\r\nAuthorization: ${arms.authorization}\r\nContent-Length: 4\r\nContent-Length: 40\r\n\r\nabcdGET /v2/usage HTTP/1.1\r\n\r\n`,
      ),
  ])()
  return { kind: 'garbage', chunks: [bytes], mayWait: true }
}

/** A correct request, so that hostile ones meet a service at work. */
const honest: Maker = (random, { authorization, picture }) => {
  const path = random.pick([
    '/v2/tags',
    '/v2/colors',
    '/v2/croppings',
    '/v2/categories/general_v3?save_index=mine&save_id=a',
    '/v2/faces/detections',
    '/v2/uploads',
    '/v1/content',
  ])
  const form = Buffer.concat([
    Buffer.from('--B\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'),
    picture,
    Buffer.from('\r\n--B--\r\n'),
  ])
  return attack(
    'honest',
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: ${form.length}\r\n\r\n`,
    form,
  )
}

/** Several requests on one connection, none of which waits for the answer to the previous one. */
const pipeline: Maker = (random, arms) => {
  const attacks = Array.from({ length: 2 + random.below(12) }, () =>
    random.pick([query, query, headers, body, garbage])(random, arms),
  )
  return { kind: 'pipeline', chunks: attacks.flatMap(({ chunks }) => chunks), mayWait: true }
}

const makers: readonly [share: number, maker: Maker][] = [
  [0.34, query],
  [0.1, credentials],
  [0.12, headers],
  [0.26, body],
  [0.07, chunked],
  [0.08, garbage],
  [0.01, honest],
  [0.02, pipeline],
]

/** The next attack of a sequence. */
export function nextAttack(random: Random, arms: Arms): Attack {
  let left = random.below(1e6) / 1e6
  const [, maker] = makers.find(([share]) => (left -= share) < 0) ?? makers[0]!
  return maker(random, arms)
}
