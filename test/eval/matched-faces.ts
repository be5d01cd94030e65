import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { Models } from '../../src-main/analysis/models/runtime/tasks.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import type { KnownFace } from './face-copies.ts'

/**
 * Faces on a picture of the package @vladmandic/human that shows its own program at work: 108 faces cut out of photos
 * of one circle of people, ordered by similarity to the first. The first row is one man in 18 photos, as anyone can
 * see; the last four rows are women, except those in `men`. Nobody identified the women, so each counts only as
 * different from the man. The second row mixes both and is left out.
 */
const GRID = { columns: 18, rows: 6, left: 2, top: 283, width: 106.67, height: 112.3, side: 104 }
const men: Readonly<Record<number, readonly number[]>> = {
  2: [0, 4, 5, 6, 7, 12, 13],
  3: [1, 4, 15],
  4: [8, 11, 12],
  5: [5, 6, 9],
}
/** A margin around a face lets the detector find it. */
const MARGIN = 40
const ENLARGED = 480

export const THE_MAN = 'the man'

/** The man's faces, and those of the women, from a file that is on every machine. */
export async function matchedFaces(models: Models): Promise<KnownFace[]> {
  const folder = dirname(findPackageJSON('@vladmandic/human', import.meta.url)!)
  const file = join(folder, 'assets', 'screenshot-facematch.jpg')
  const [detector, identity] = [(await models.get('faces'))!, (await models.get('face-identity'))!]
  const known: KnownFace[] = []
  for (const { row, column } of listTiles()) {
    const photo = await decodePhoto(await cutTile(file, row, column))
    // the detector alone: the program doubts a face without a body around it
    const [face] = (await detector.detect(photo)).sort((a, b) => b.box.x2 - b.box.x1 - (a.box.x2 - a.box.x1))
    const name = `${row}:${column}`
    if (!face) continue
    const { vector } = await identity.describe(photo, face)
    known.push({ whose: row === 0 ? THE_MAN : name, photo: name, copy: '', vector })
  }
  return known
}

function listTiles() {
  const tiles: { row: number; column: number }[] = []
  for (let row = 0; row < GRID.rows; row++)
    for (let column = 0; column < GRID.columns; column++)
      if (row !== 1 && !men[row]?.includes(column)) tiles.push({ row, column })
  return tiles
}

function cutTile(file: string, row: number, column: number): Promise<Buffer> {
  const left = Math.round(GRID.left + column * GRID.width)
  const top = Math.round(GRID.top + row * GRID.height)
  const background = '#777777'
  return sharp(file)
    .extract({ left, top, width: Math.min(GRID.side, 1920 - left), height: Math.min(GRID.side, 954 - top) })
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background })
    .resize(ENLARGED)
    .png()
    .toBuffer()
}
