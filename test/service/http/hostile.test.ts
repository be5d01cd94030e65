import { expect, test } from 'vitest'
import { drawPicture } from '../../fixtures/pictures.ts'
import { routes } from '../../../src-main/service/routes.ts'
import { multipart, sendRaw } from './raw.ts'
import { basic, KEY, SECRET, serve } from './serve.ts'

const picture = await drawPicture({ width: 60, height: 40 })
const authorization = basic(KEY, SECRET)

/** The same numbers in each run. */
function createRandom(seed: number) {
  let state = seed
  const next = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0), state / 2 ** 32)
  const below = (count: number) => Math.floor(next() * count)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  return { below, pick, bytes: (count: number) => Buffer.from(Array.from({ length: count }, () => below(256))) }
}

const values = [
  '',
  '0',
  '1',
  '-1',
  '30.000000',
  '1e400',
  'NaN',
  '__proto__',
  '%',
  '%zz',
  '%00',
  '%F0%9F',
  'en,de',
  '100x100',
  '0x0',
  '../../etc/passwd',
  "' OR 1=1 --",
  'ü',
  'a'.repeat(5000),
  'http://',
  'http://[::1',
  'file:///etc/passwd',
  '{"a":1}',
  '[]',
]

test('odd requests get an answer that names their fault, and never 500', async () => {
  const { address, log } = await serve({ limits: { bodyIdleMs: 500 } })
  const random = createRandom(7)
  const { below, pick, bytes } = random
  const names = [...new Set(routes.flatMap((route) => Object.keys(route.parameters.shape)))]
  const pairs = (count: number) =>
    Array.from(
      { length: below(count) },
      () => `${pick([...names, '', '__proto__', 'constructor', '&&'])}=${pick(values)}`,
    ).join('&')
  const bodies: readonly (() => [string, Buffer])[] = [
    () => [
      'multipart/form-data; boundary=B',
      multipart(
        'B',
        Array.from({ length: below(4) }, () => ({
          head: `Content-Disposition: form-data; name="${pick([...names, 'image', 'file', 'image_base64', '', '__proto__'])}"${pick(['', '; filename="a"', '; filename="', ';'])}`,
          body: pick([picture, bytes(200), ...values]),
        })),
        pick(['--B--\r\n', 'B--', '--B', '', '\r\n--B\r\n\r\n']),
      ),
    ],
    () => [
      'multipart/form-data; boundary=B',
      mutate(multipart('B', [{ head: 'Content-Disposition: form-data; name="image"', body: picture }]), random),
    ],
    () => [
      'application/x-www-form-urlencoded',
      Buffer.from(pairs(6) + pick(['', `&image_base64=${picture.toString('base64')}`, '&image_base64=%%%'])),
    ],
    () => [
      'application/json',
      pick([
        Buffer.from(pick(values)),
        Buffer.from(
          JSON.stringify({
            [pick(names)]: pick<unknown>([null, {}, [[]], 1e99, true, 'x']),
            image_base64: pick<unknown>([picture.toString('base64'), {}, 'x', null, ['!']]),
          }),
        ),
        bytes(50),
      ]),
    ],
    () => [pick(['', 'json', 'image/png', 'text/plain', 'a/b; c', ';;;']), bytes(below(300))],
  ]
  for (let n = 0; n < 400; n++) {
    const route = pick(routes)
    const path = route.path.replaceAll(/:\w+/g, () => encodeURIComponent(pick(values)) || 'x')
    const [type, body] = pick(bodies)()
    const head = `${pick([route.method, route.method, route.method, 'POST', 'PUT'])} ${path}?${pairs(5)} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`
    const { status, body: text } = await sendRaw(address, [head, body])
    expect(status, `${n} ${head}`).not.toBe(500)
    expect(status === 200 || JSON.parse(text).status !== undefined, `${n} ${text}`).toBe(true)
  }
  expect(log.lines.filter(({ level }) => level === 'error')).toEqual([])
  const alive = await fetch(`${address}/healthz`)
  expect(alive.status).toBe(200)
})

function mutate(body: Buffer, { below }: ReturnType<typeof createRandom>): Buffer {
  const changed = Buffer.from(body)
  for (let n = 0; n < 1 + below(8); n++) changed[below(Math.min(changed.length, 200))] = below(256)
  return changed.subarray(0, changed.length - below(60))
}
