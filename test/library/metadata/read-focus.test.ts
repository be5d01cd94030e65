import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createExifToolReader } from '../../../src-main/library/metadata/exiftool.ts'
import { readFocus } from '../../../src-main/library/metadata/read-focus.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { put } from './photo-file.ts'

/** A value of a directory: bytes have no type, numbers are 16 bits, pairs are fractions. */
type Value = string | Buffer | number[] | [number, number][] | { words: number[] }
type Tag = [tag: number, value: Value]

const le = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value >= 0 ? value : value + 2 ** (8 * bytes), 0, bytes)
  return buffer
}
function encode(value: Value): { type: number; count: number; bytes: Buffer } {
  if (typeof value === 'string') return { type: 2, count: value.length + 1, bytes: Buffer.from(`${value}\0`) }
  if (Buffer.isBuffer(value)) return { type: 7, count: value.length, bytes: value }
  if ('words' in value)
    return { type: 4, count: value.words.length, bytes: Buffer.concat(value.words.map((each) => le(each, 4))) }
  if (Array.isArray(value[0])) {
    const fractions = value as [number, number][]
    return { type: 5, count: value.length, bytes: Buffer.concat(fractions.flat().map((each) => le(each, 4))) }
  }
  return { type: 3, count: value.length, bytes: Buffer.concat((value as number[]).map((each) => le(each, 2))) }
}

/** A little-endian directory that begins at `at`; long values follow it, at offsets from `base`. */
function directory(tags: readonly Tag[], at: number, base = 0): Buffer {
  const long: Buffer[] = []
  let end = at + 2 + tags.length * 12 + 4
  const entries = tags.map(([tag, value]) => {
    const { type, count, bytes } = encode(value)
    const head = Buffer.concat([le(tag, 2), le(type, 2), le(count, 4)])
    if (bytes.length <= 4) return Buffer.concat([head, bytes, Buffer.alloc(4 - bytes.length)])
    const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)])
    long.push(padded)
    end += padded.length
    return Buffer.concat([head, le(end - padded.length - base, 4)])
  })
  return Buffer.concat([le(tags.length, 2), ...entries, Buffer.alloc(4), ...long])
}

/** A JPEG of 600 by 400 as a camera writes it: `note` creates its maker notes for the given offset. */
async function photo(name: string, make: string, exif: Tag[], note?: (at: number) => Buffer): Promise<string> {
  const makeTags: Tag[] = [
    [0x10f, make],
    [0x110, `${make} EOS 1`],
  ]
  const first = directory(makeTags, 8).length + 12
  const exifAt = 8 + first
  const withNote = (bytes: Buffer): Tag[] => [...exif, [0x927c, bytes]]
  // The notes are the last long value of the directory.
  const length = note ? note(0).length : 0
  const noteAt = exifAt + directory(withNote(Buffer.alloc(length)), 0).length - length - (length % 2)
  const exifTags = note ? withNote(note(noteAt)) : exif
  const ifd0 = directory([...makeTags, [0x8769, { words: [exifAt] }]], 8)
  const body = Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1'), ifd0, directory(exifTags, exifAt)])
  const jpeg = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#468' } })
    .jpeg()
    .toBuffer()
  const head = Buffer.from([0xff, 0xe1, (body.length + 2) >> 8, (body.length + 2) & 255])
  return put(join(tempFolder('focus'), name), Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]))
}

const shorts = (...values: number[]) => Buffer.concat(values.map((value) => le(value, 2)))
/**
 * Canon's record: three areas of a picture of 6000 by 4000, counted upwards from its centre; the second is in focus.
 */
const canon = [44, 2, 3, 3, 6000, 4000, 6000, 4000, 300, 300, 300, 200, 200, 200, -1500, 1500, 0, -500, 1000, 0, 2, 1]
const nikon = Buffer.concat([
  Buffer.from('0100', 'latin1'),
  Buffer.from([1, 0, 0, 0]),
  Buffer.alloc(8),
  shorts(6000, 4000, 4500, 1000, 300, 200),
  Buffer.alloc(4),
])

const cases: [maker: string, () => Promise<string>, expected: number[]][] = [
  ['Canon', () => photo('canon.jpg', 'Canon', [], (at) => directory([[0x26, canon]], at)), [0.725, 0.225, 0.05, 0.05]],
  [
    'Nikon',
    () =>
      photo('nikon.jpg', 'NIKON', [], () =>
        Buffer.concat([Buffer.from('Nikon\0\x02\x10\0\0II*\0\x08\0\0\0', 'latin1'), directory([[0xb7, nikon]], 8)]),
      ),
    [0.725, 0.225, 0.05, 0.05],
  ],
  [
    'Sony',
    () =>
      photo('sony.jpg', 'SONY', [], (at) =>
        Buffer.concat([
          Buffer.from('SONY DSC \0\0\0', 'latin1'),
          directory([[0x2027, [6000, 4000, 4500, 1000]]], at + 12),
        ]),
      ),
    [0.75, 0.25, 0, 0],
  ],
  [
    'Fujifilm',
    () =>
      photo(
        'fuji.jpg',
        'FUJIFILM',
        [
          [0xa002, [600]],
          [0xa003, [400]],
        ],
        () => Buffer.concat([Buffer.from('FUJIFILM\x0c\0\0\0', 'latin1'), directory([[0x1023, [450, 100]]], 12)]),
      ),
    [0.75, 0.25, 0, 0],
  ],
  [
    'Panasonic',
    () =>
      photo('panasonic.jpg', 'Panasonic', [], (at) =>
        Buffer.concat([
          Buffer.from('Panasonic\0\0\0', 'latin1'),
          directory(
            [
              [
                0x4d,
                [
                  [3, 4],
                  [1, 4],
                ],
              ],
            ],
            at + 12,
          ),
        ]),
      ),
    [0.75, 0.25, 0, 0],
  ],
  [
    'Olympus',
    () =>
      photo('olympus.jpg', 'OLYMPUS', [], () => {
        const [settingsAt, at] = [
          30,
          [
            [0, 0],
            [3, 4],
            [1, 4],
            [3, 4],
            [1, 4],
          ] as [number, number][],
        ]
        return Buffer.concat([
          Buffer.from('OLYMPUS\0II\x03\0', 'latin1'),
          directory([[0x2020, { words: [settingsAt] }]], 12),
          directory([[0x305, at]], settingsAt),
        ])
      }),
    [0.75, 0.25, 0, 0],
  ],
  [
    'the standard',
    () =>
      photo('standard.jpg', 'Lumen', [
        [0x9214, [450, 100, 30, 20]],
        [0xa002, [600]],
        [0xa003, [400]],
      ]),
    [0.725, 0.225, 0.05, 0.05],
  ],
]
test("the focus point is read from each maker's notes, and from the standard", async () => {
  const exifTool = createExifToolReader()
  onTestFinished(() => exifTool.close())
  for (const [maker, make, expected] of cases) {
    const [area, ...others] = (await readFocus(await make(), exifTool)) ?? []
    const found = area && [area.x, area.y, area.width, area.height].map((share) => Math.round(share * 1e4) / 1e4)
    expect([maker, found, others.length]).toEqual([maker, expected, 0])
  }
})

test('a file without a focus point, one of another size, and a missing one', async () => {
  const exifTool = createExifToolReader()
  onTestFinished(() => exifTool.close())
  expect(await readFocus(await photo('none.jpg', 'Lumen', []), exifTool)).toEqual([])
  const smaller: Tag[] = [
    [0x9214, [4500, 1000]],
    [0xa002, [600]],
    [0xa003, [400]],
  ]
  expect(await readFocus(await photo('small.jpg', 'Lumen', smaller), exifTool)).toEqual([])
  expect(await readFocus(join(tempFolder('focus'), 'absent.jpg'), exifTool)).toBeNull()
})
