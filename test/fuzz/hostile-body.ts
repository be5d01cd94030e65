import { gzipSync } from 'node:zlib'
import type { Arms } from './arms.ts'
import { parameterNames, values } from './hostile-words.ts'
import type { Random } from './random.ts'

export type HostileBody = { kind: string; type: string; bytes: Buffer }
type Maker = (random: Random, arms: Arms) => HostileBody

/** Changes, drops and doubles some bytes. */
export function mutate(given: Buffer, { below, chance, bytes }: Random): Buffer {
  const changed = Buffer.from(given)
  for (let n = 0; n <= below(6); n++) changed[below(changed.length)] = below(256)
  const cut = chance(0.3) ? changed.subarray(0, below(changed.length)) : changed
  return chance(0.2) ? Buffer.concat([cut, bytes(below(40))]) : cut
}

const word = (random: Random, { foreign }: Arms) =>
  random.chance(0.1) ? random.pick([foreign.upload, ...foreign.names]) : random.pick(values)
/** Mostly data that is not a picture, since pictures cost the engine time. */
const content = (random: Random, arms: Arms): Buffer =>
  random.chance(0.02)
    ? mutate(arms.picture, random)
    : random.chance(0.3)
      ? Buffer.concat([random.pick(magic), random.bytes(random.below(60))])
      : Buffer.from(word(random, arms))

/** Beginnings of files that a picture reader may be misled by. */
const magic = [
  'ffd8ffe000104a464946',
  '89504e470d0a1a0a0000000d49484452ffffffffffffffff0806',
  '474946383961ffffffff',
  '52494646ffffffff57454250565038',
  '49492a0008000000ffff',
  '0000001c66747970617669660000',
  '0000001866747970686569630000',
  '424d',
  '3c73766720786d6c6e733d22687474703a2f2f7777772e77332e6f72672f323030302f737667222f3e',
  '25504446',
  '504b0304',
].map((hex) => Buffer.from(hex, 'hex'))

const multipart: Maker = (random, arms) => {
  const boundary = random.pick(['B', 'B', 'B', '--', 'a b', 'x'.repeat(70), 'x'.repeat(210), '"', 'B\\', '=?utf-8?'])
  const part = (): Buffer => {
    const name = random.pick(['image', 'image', 'file', 'image_base64', 'image[]', ...parameterNames])
    const head = random.pick([
      () => `Content-Disposition: form-data; name="${name}"`,
      () =>
        `Content-Disposition: form-data; name="${name}"; filename="${random.pick(['a.jpg', '../../x', 'C:\\a\\b.jpg', '', '"', '\0', 'a'.repeat(3000), '%00'])}"`,
      () => `Content-Disposition: form-data; name=${name}`,
      () => 'Content-Disposition: form-data',
      () => '',
      () => `X: ${'y'.repeat(random.below(40_000))}`,
      () => `${'A: b\r\n'.repeat(random.below(300))}Content-Disposition: form-data; name="image"`,
      () =>
        `Content-Disposition: form-data; name="${name}"\r\nContent-Transfer-Encoding: ${random.pick(['base64', 'quoted-printable', 'binary', 'x'])}`,
      () => `content-disposition: form-data; name*=utf-8''${name}; filename*=utf-8''%zz`,
      () =>
        `Content-Disposition: form-data; name="${name}"\r\nContent-Type: multipart/mixed; boundary=C\r\n\r\n--C\r\nContent-Disposition: file; filename="b"\r\n\r\nx\r\n--C--`,
    ])()
    return Buffer.concat([
      Buffer.from(
        `${random.pick(['--', '--', '--', '', '-'])}${boundary}${random.pick(['\r\n', '\r\n', '\r\n', '\n', ' \r\n', ''])}${head}${random.pick(['\r\n\r\n', '\r\n\r\n', '\r\n\r\n', '\n\n', '\r\n', ''])}`,
      ),
      content(random, arms),
      Buffer.from(random.pick(['\r\n', '\r\n', '\n', ''])),
    ])
  }
  const parts = random.chance(0.02)
    ? Array.from({ length: 1200 }, () =>
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`),
      )
    : random.some(5, part)
  const end = random.pick([
    `--${boundary}--\r\n`,
    `--${boundary}--`,
    `${boundary}--\r\n`,
    `--${boundary}\r\n`,
    '',
    `--${boundary}--\r\nmore`,
    `--${boundary}-`,
  ])
  const all = Buffer.concat([...parts, Buffer.from(end)])
  return {
    kind: 'multipart',
    type: `multipart/form-data; boundary=${random.chance(0.3) ? `"${boundary}"` : boundary}`,
    bytes: random.chance(0.2) && all.length > 0 ? mutate(all, random) : all,
  }
}

const base64: Maker = (random, arms) => {
  const text = random.pick([
    () => content(random, arms).toString('base64'),
    () => `data:image/png;base64,${content(random, arms).toString('base64')}`,
    () => 'data:,',
    () => `data:${'x'.repeat(400)},AAAA`,
    () => '====',
    () => 'AAA',
    () => word(random, arms),
    () => '\n'.repeat(500),
    () => mutate(arms.picture.subarray(0, 200), random).toString('base64').slice(1),
  ])()
  return random.chance(0.5)
    ? { kind: 'base64', type: 'application/json', bytes: Buffer.from(JSON.stringify({ image_base64: text })) }
    : {
        kind: 'base64',
        type: 'application/x-www-form-urlencoded',
        bytes: Buffer.from(`image_base64=${random.chance(0.5) ? encodeURIComponent(text.toWellFormed()) : text}`),
      }
}

const json: Maker = (random, arms) => {
  const value = (depth: number): unknown =>
    random.pick<() => unknown>([
      () => null,
      () => word(random, arms),
      () => random.below(1000) - 500,
      () => 1e308,
      () => true,
      () => [],
      () => ({}),
      () => (depth > 3 ? 0 : random.some(4, () => value(depth + 1))),
      () => (depth > 3 ? 0 : Object.fromEntries(random.some(4, () => [random.pick(keys), value(depth + 1)]))),
    ])()
  const keys = [...parameterNames, 'classes', 'positives', 'negatives', 'name', 'title', 'judgements', 'tag', 'verdict']
  const lesson = () => ({
    title: value(3),
    classes: random.some(3, () => ({
      name: value(3),
      positives: random.some(3, () => word(random, arms)),
      negatives: value(2),
    })),
  })
  const text = random.pick([
    () => JSON.stringify(value(0)),
    () => JSON.stringify(lesson()),
    () =>
      JSON.stringify({
        judgements: random.some(3, () => ({ tag: value(3), verdict: random.pick(['right', 'wrong', 'added', 'x']) })),
      }),
    () => '{"__proto__":{"limit":"x"},"image_base64":"AAAA"}',
    () => '['.repeat(20_000),
    () => '{"a":'.repeat(3000),
    () => '"\\ud800"',
    () => '\ufeff{}',
    () => '{"limit":1e999}',
    () => mutate(Buffer.from(JSON.stringify(lesson())), random).toString('latin1'),
  ])()
  return {
    kind: 'json',
    type: random.pick(['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json']),
    bytes: Buffer.from(text ?? ''),
  }
}

const form: Maker = (random, arms) => ({
  kind: 'form',
  type: 'application/x-www-form-urlencoded',
  bytes: Buffer.from(random.some(8, () => `${random.pick(parameterNames)}=${word(random, arms)}`).join('&')),
})

const other: Maker = (random, arms) => ({
  kind: 'other',
  type: random.pick([
    '',
    'text/plain',
    'image/jpeg',
    'image/png',
    'application/octet-stream',
    'application/xml',
    'a',
    'multipart/mixed; boundary=B',
    'multipart/form-data',
    'application/json',
  ]),
  bytes: random.chance(0.2) ? gzipSync(content(random, arms)) : content(random, arms),
})

const makers = [multipart, multipart, multipart, base64, json, json, form, other]

/** A body that is broken, nested, endless, mistyped or, at times, correct. */
export const hostileBody: Maker = (random, arms) => random.pick(makers)(random, arms)
