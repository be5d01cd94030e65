import { expect, test } from 'vitest'
import type { Bytes } from '../../../../../src-main/base/formats/bytes.ts'
import { findImageData } from '../../../../../src-main/base/formats/image-data/find-image-data.ts'
import { seededRandom } from '../../../../fixtures/random.ts'
import { sampleFiles } from '../sample-files.ts'

const RUNS = 150

/** Bytes that count how often they are read. */
function counted(bytes: Buffer): { bytes: Bytes; calls: () => number } {
  let calls = 0
  const subarray = (start: number, end: number) => {
    calls++
    return bytes.subarray(start, end)
  }
  return { bytes: { length: bytes.length, subarray }, calls: () => calls }
}

/** Ranges are within the file and cover no more than it; finding them takes no more steps than the file has bytes. */
function check(bytes: Buffer, what: string): void {
  const watched = counted(bytes)
  const ranges = findImageData(watched.bytes)
  let total = 0
  for (const { start, end } of ranges) {
    expect(start >= 0 && start < end && end <= bytes.length, what).toBe(true)
    total += end - start
  }
  expect(total, what).toBeLessThanOrEqual(bytes.length)
  expect(watched.calls(), what).toBeLessThan(bytes.length + 1000)
}

const word = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

test(
  'files with bytes and lengths changed at random, or truncated, are read within bounds',
  { tags: 'night' },
  async () => {
    const random = seededRandom(20_250)
    const extremes = [0, 1, 7, 8, 0x7fffffff, 0xffffffff, 0xff, 0x100]
    for (const { name, bytes } of await sampleFiles()) {
      for (let run = 0; run < RUNS; run++) {
        const changed = Buffer.from(bytes)
        const inHead = random() < 0.7 ? Math.min(400, bytes.length - 4) : bytes.length - 4
        for (let i = 0; i <= random() * 6; i++) {
          const at = Math.floor(random() * inHead)
          if (random() < 0.5) changed[at] = Math.floor(random() * 256)
          else word(extremes[Math.floor(random() * extremes.length)]!).copy(changed, at)
        }
        check(random() < 0.3 ? changed.subarray(0, Math.floor(random() * changed.length)) : changed, `${name} ${run}`)
      }
    }
  },
)

test.each([
  [
    'a box of length 0',
    Buffer.concat([Buffer.from('000000186674797068656963000000006865696368656966', 'hex'), Buffer.alloc(56)]),
  ],
  [
    'boxes without end',
    Buffer.concat([
      Buffer.from('0000000c66747970686569630000', 'hex'),
      Buffer.alloc(400_000, Buffer.from('0000000866726565', 'hex')),
    ]),
  ],
  ['a JPEG of fill bytes', Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(1_000_000, 0xff)])],
  [
    'a GIF of empty extensions',
    Buffer.concat([
      Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'),
      Buffer.alloc(900_000, Buffer.from('21fe00', 'hex')),
    ]),
  ],
  [
    'a WebP of empty chunks',
    Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
      Buffer.alloc(800_000, Buffer.from('ANMF\0\0\0\0', 'latin1')),
    ]),
  ],
  [
    'a PNG of empty chunks',
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      Buffer.alloc(1_200_000, Buffer.from('\0\0\0\0IDAT\0\0\0\0', 'latin1')),
    ]),
  ],
  [
    'a TIFF whose directory is its own child',
    Buffer.from('49492a00080000000100' + '4a010400010000000800000008000000', 'hex'),
  ],
])('%s ends the reading', (what, bytes) => check(bytes, what))

test('strips in the same place count once, and overlapping ones make the file count as a whole', () => {
  const strips = 20_000
  const offsetsAt = 8 + 2 + 2 * 12 + 4
  const lengthsAt = offsetsAt + 4 * strips
  const bytes = Buffer.alloc(lengthsAt + 4 * strips)
  bytes.write('II*\0', 0, 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(2, 8)
  for (const [i, [tag, at]] of [[0x111, offsetsAt] as const, [0x117, lengthsAt] as const].entries()) {
    bytes.writeUInt16LE(tag, 10 + 12 * i)
    bytes.writeUInt16LE(4, 12 + 12 * i)
    bytes.writeUInt32LE(strips, 14 + 12 * i)
    bytes.writeUInt32LE(at, 18 + 12 * i)
  }
  const fill = (place: (i: number) => number) => {
    for (let i = 0; i < strips; i++) {
      bytes.writeUInt32LE(place(i), offsetsAt + 4 * i)
      bytes.writeUInt32LE(1000, lengthsAt + 4 * i)
    }
    check(bytes, 'strips')
    return findImageData(bytes)
  }
  expect(fill(() => 500)).toEqual([{ start: 500, end: 1500 }])
  expect(fill((i) => 500 + i)).toEqual([{ start: 0, end: bytes.length }])
})
