import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildModels } from '../../../build/models/build-models.ts'
import { charactersFile } from '../../../build/models/bundled-models.ts'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { openModels } from '../../../src-main/analysis/models/registry/registry.ts'
import type { Models, Point } from '../../../src-main/analysis/models/runtime/tasks.ts'
import { findText, openTextModels, type TextModels } from '../../../src-main/analysis/text/find-text.ts'
import { drawBoard, photoWithBoard } from '../../fixtures/drawn-text.ts'
import { repositoryDir, resourcesDir } from '../../fixtures/folders.ts'

let models: Models
let text: TextModels

beforeAll(async () => {
  buildModels()
  models = openModels({ resourcesDir, modelsDir: join(repositoryDir, 'no-such-folder') })
  text = (await openTextModels(models))!
})
afterAll(() => models.close())

const sign = { lines: ['Queen Street', 'EXIT'], ink: '#101010', ground: '#f0d020' }
const corners = [
  { x: 120, y: 90 },
  { x: 460, y: 120 },
  { x: 450, y: 260 },
  { x: 130, y: 250 },
]

async function photoOf(turn = 0): Promise<Buffer> {
  const { data } = await drawBoard(sign, 64)
  const photo = await photoWithBoard(null, data, { width: 640, height: 360, corners, noise: 4, blur: 0.6 })
  return sharp(photo).rotate(turn).jpeg().toBuffer()
}

test('lines of a sign in perspective, with corners around each', async () => {
  const { lines, isSeen } = await findText(await decodePhoto(await photoOf()), text)
  expect(isSeen).toBe(true)
  expect(lines.map((line) => line.text)).toEqual(sign.lines)
  for (const { confidence, corners: found } of lines) {
    expect(confidence).toBeGreaterThan(80)
    for (const { x, y } of found) expect([x > 100 && x < 480, y > 80 && y < 270]).toEqual([true, true])
  }
})

test('small print that the first look hardly sees is read whole', async () => {
  const print = await drawBoard({ lines: ['Harbour Office'], ink: '#101010', ground: '#f0f0f0' }, 64)
  const small = await sharp(print.data).resize({ width: 75 }).png().toBuffer()
  const photo = await sharp(await photoOf())
    .composite([{ input: small, left: 500, top: 320 }])
    .jpeg()
    .toBuffer()
  const { lines } = await findText(await decodePhoto(photo), text)
  expect(lines.map((line) => line.text)).toEqual([...sign.lines, 'Harbour Office'])
})

test('a photo upside down, and one on its side', async () => {
  for (const turn of [180, 90]) {
    const { lines } = await findText(await decodePhoto(await photoOf(turn)), text)
    expect(lines.map((line) => line.text).sort()).toEqual(sign.lines.toSorted())
  }
})

test('clear lines on the first copy spare the second', async () => {
  const sizes: number[] = []
  const detector: TextModels['detector'] = {
    ...text.detector,
    map(picture) {
      sizes.push(picture.width)
      return text.detector.map(picture)
    },
  }
  const { isSeen } = await findText(await decodePhoto(await photoOf()), { ...text, detector })
  expect(isSeen).toBe(true)
  expect(sizes).toEqual([224, 736])
})

test('light letters on a dark ground reach the reader as dark ones', async () => {
  const { data } = await drawBoard({ lines: ['NIGHT CLUB'], ink: '#f0f0f0', ground: '#101010' }, 64)
  const photo = await photoWithBoard(null, data, { width: 640, height: 360, corners, noise: 4 })
  const grounds: boolean[] = []
  const reader: TextModels['reader'] = {
    ...text.reader,
    read(line) {
      grounds.push(line.levels[0]! > 128)
      return text.reader.read(line)
    },
  }
  const { lines } = await findText(await decodePhoto(photo), { ...text, reader })
  expect(lines.map((line) => line.text)).toEqual(['NIGHT CLUB'])
  expect(grounds).toEqual([true])
})

test.each([
  ['one that reads better there replaces it', 'Qucen Strect', 'Queen Street'],
  ['a fragment of it does not', 'Qucen Strect at the Harbour', 'Qucen Strect at the Harbour'],
])('a small line that reads badly is read from closer by: %s', async (_, badly, wanted) => {
  const small = corners.map(({ x, y }) => ({ x: 150 + x / 2, y: 100 + y / 2 })) as [Point, Point, Point, Point]
  const { data } = await drawBoard({ lines: ['Queen Street'], ink: '#101010', ground: '#f0d020' }, 64)
  const photo = await photoWithBoard(null, data, { width: 640, height: 360, corners: small, noise: 2 })
  let reads = 0
  const reader: TextModels['reader'] = {
    ...text.reader,
    read: (line) => (reads++ === 0 ? Promise.resolve({ text: badly, confidence: 0.87 }) : text.reader.read(line)),
  }
  const { lines } = await findText(await decodePhoto(photo), { ...text, reader })
  expect(lines.map((line) => line.text)).toEqual([wanted])
  expect(reads).toBe(2)
  const [a, , c] = lines[0]!.corners
  expect([Math.abs((a.x + c.x) / 2 - 294), Math.abs((a.y + c.y) / 2 - 190)].every((off) => off < 12)).toBe(true)
})

test('a photo without text costs only the first stage', async () => {
  const plain = { width: 400, height: 200, channels: 3, background: sign.ground } as const
  const photo = await photoWithBoard(null, await sharp({ create: plain }).png().toBuffer(), {
    width: 640,
    height: 360,
    corners,
    noise: 4,
  })
  const reader = { ...text.reader, read: () => Promise.reject(new Error('the reader ran')) }
  expect(await findText(await decodePhoto(photo), { ...text, reader })).toEqual({ lines: [], isSeen: false })
})

test('the characters are those of the package', () => {
  const own = readFileSync(join(resourcesDir, 'models/ppocr-characters.txt'), 'utf8')
  expect(own).toBe(readFileSync(charactersFile(), 'utf8'))
})
