import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import type { PhotoOrigin } from '../../src-main/analysis/decode/read-photo-file.ts'
import type { TextLine } from '../../src-main/contract/analysis/text-line.ts'
import { findText, openTextModels, type TextModels } from '../../src-main/analysis/text/find-text.ts'
import { boards, drawBoard, photoWithBoard } from '../fixtures/drawn-text.ts'
import { seededRandom } from '../fixtures/random.ts'
import { listCoco } from './coco.ts'
import { figure, mean, type Figure, type ModelSet } from './figures.ts'
import { listKinds } from './kinds-photos.ts'

type Reading = { lines: TextLine[]; isSeen: boolean; cpuMs: number }

async function read(origin: PhotoOrigin, models: TextModels): Promise<Reading> {
  const photo = await decodePhoto(origin, { isFine: true })
  const before = process.cpuUsage()
  const { lines, isSeen } = await findText(photo, models)
  const { user, system } = process.cpuUsage(before)
  return { lines, isSeen, cpuMs: (user + system) / 1000 }
}

const wordsOfLines = (lines: readonly TextLine[]): string[] => lines.flatMap(({ text }) => wordsOf(text))

/** Words in lower case, without punctuation at their ends; single letters and digits do not count. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word.length > 1)

type Counts = { right: number; read: number; there: number }

function compare(read: readonly string[], there: readonly string[]): Counts {
  const left = [...there]
  let right = 0
  for (const word of read) {
    const at = left.indexOf(word)
    if (at < 0) continue
    left.splice(at, 1)
    right++
  }
  return { right, read: read.length, there: there.length }
}

function figureOf(what: string, set: string, counts: readonly Counts[], least?: number): Figure {
  const sum = (of: (each: Counts) => number) => counts.reduce((total, each) => total + of(each), 0)
  const [right, read, there] = [sum((each) => each.right), sum((each) => each.read), sum((each) => each.there)]
  const note = `${counts.length} photos; right ${right}, read ${read}, there ${there}`
  return figure(what, set, (2 * right) / Math.max(1, read + there), { note, ...(least !== undefined && { least }) })
}

/**
 * Text on drawn signs, shop names, plates, bibs and menus in perspective, on photos transcribed by hand, and the cost
 * of photos without text. The detector and the reader are as published; constants were chosen on even ones.
 */
export async function evaluateText({ name, models }: ModelSet): Promise<Figure[]> {
  const text = await openTextModels(models)
  if (name !== 'bundled' || !text) return [] // both sets have the same models
  return [...(await evaluateDrawn(name, text)), ...(await evaluateReal(name, text))]
}

async function evaluateDrawn(name: string, models: TextModels): Promise<Figure[]> {
  const grounds = listKinds().filter(({ kind }) => kind === 'scene')
  const seen: (Reading & { counts: Counts; isOdd: boolean })[] = []
  for (const [n, board] of boards.entries()) {
    const ground = grounds.length === 0 ? null : grounds[(n * 7) % grounds.length]!.path
    const reading = await read(await drawnPhoto(board, n, ground), models)
    const counts = compare(wordsOfLines(reading.lines), board.lines.flatMap(wordsOf))
    seen.push({ ...reading, counts, isOdd: n % 2 === 1 })
  }
  return [true, false].map((isOdd) =>
    figureOf(
      `words on drawn boards (F1), ${isOdd ? 'odd' : 'even'}`,
      name,
      seen.filter((each) => each.isOdd === isOdd).map(({ counts }) => counts),
      0.8,
    ),
  )
}

/** A board somewhere on a photo of two megapixels, seen from the side, blurred and noisy, by its number. */
async function drawnPhoto(board: (typeof boards)[number], n: number, ground: string | null): Promise<Buffer> {
  const random = seededRandom(n + 1)
  const between = (from: number, to: number) => from + (to - from) * random()
  const { data, info } = await drawBoard(board, 64)
  const [width, height] = [1600, 1200]
  const across = between(0.25, 0.6) * width
  const down = Math.min((across * info.height) / info.width, 0.8 * height)
  const [left, top] = [between(40, width - across - 40), between(40, height - down - 40)]
  const off = () => between(-0.12, 0.12) * down
  const corners = [
    { x: left, y: top + off() },
    { x: left + across, y: top + off() },
    { x: left + across + off(), y: top + down + off() },
    { x: left + off(), y: top + down + off() },
  ]
  return photoWithBoard(ground, data, {
    width,
    height,
    corners,
    noise: between(2, 12),
    blur: between(0.4, 1.6),
    seed: n + 1,
  })
}

/** A place on a photo in pixels: its left and upper edge, its width and height. */
type Place = [x: number, y: number, width: number, height: number]
/**
 * Text on a photo, transcribed by a person. `small` are words with letters below eight pixels that a person can read
 * in the enlarged photo. Words of `either`, and whatever is read in the places `unsure` (blurred, cut by the edge,
 * hidden in part), are neither right nor wrong.
 */
type Judged = { words: string; either?: string; small?: { at: Place; words: string }[]; unsure?: Place[] }

function isIn({ corners: [a, , c] }: TextLine, [x, y, width, height]: Place): boolean {
  const [across, down] = [(a.x + c.x) / 2 - x, (a.y + c.y) / 2 - y]
  return across >= 0 && across < width && down >= 0 && down < height
}

/** Compares with the words that are not small, or with all of them. */
function compareWithJudged(lines: readonly TextLine[], judged: Judged, isSmallToo: boolean): Counts {
  const { words, either = '', small = [], unsure = [] } = judged
  const isSmall = (line: TextLine) => small.some(({ at }) => isIn(line, at))
  const counted = lines.filter((line) => (isSmall(line) ? isSmallToo : !unsure.some((place) => isIn(line, place))))
  const left = wordsOf(either)
  return compare(
    wordsOfLines(counted).filter((word) => !left.includes(word)),
    [words, ...(isSmallToo ? small.map((part) => part.words) : [])].flatMap(wordsOf),
  )
}

async function evaluateReal(name: string, models: TextModels): Promise<Figure[]> {
  const judged = JSON.parse(readFileSync(join(import.meta.dirname, 'text-judged.json'), 'utf8')) as Record<
    string,
    Judged
  >
  const photos = [...listCoco(), ...listKinds()]
  if (photos.length === 0) return []
  const readings: (Reading & { name: string })[] = []
  for (const photo of photos) readings.push({ name: photo.name, ...(await read(photo.path, models)) })
  const known = readings.filter((each) => each.name in judged)
  const isOdd = (each: { name: string }) => Number.parseInt(each.name.replace(/\D/g, ''), 10) % 2 === 1
  const others = readings.filter((each) => !each.isSeen)
  const passed = readings.filter((each) => each.isSeen)
  return [
    ...[false, true].flatMap((isSmallToo) =>
      [true, false].map((odd) =>
        figureOf(
          `words on photos${isSmallToo ? ' with small print' : ''} (F1), ${odd ? 'odd' : 'even'}`,
          name,
          known
            .filter((each) => isOdd(each) === odd)
            .map((each) => compareWithJudged(each.lines, judged[each.name]!, isSmallToo)),
          isSmallToo ? undefined : 0.8,
        ),
      ),
    ),
    figure('photos that the first look spares the rest', name, others.length / readings.length, {
      least: 0.9,
      note: `${passed.length} of ${readings.length} are looked at closely`,
    }),
    figure('CPU ms of photos that pass the look', name, mean(passed.map(({ cpuMs }) => cpuMs)), { most: 150 }),
    figure('CPU ms of photos that do not', name, mean(others.map(({ cpuMs }) => cpuMs)), { most: 8 }),
  ]
}
