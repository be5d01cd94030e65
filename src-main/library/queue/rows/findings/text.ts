import type { TextLine } from '../../../../contract/analysis/text-line.ts'
import { pointInFrame } from '../../../../contract/library/photo-crop.ts'
import { turnPixel } from '../../../../base/formats/exif/turn-box.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { fullTextWords } from '../../../catalog/vocabulary/full-text-words.ts'
import { turnOf } from '../../../photos/rows/turns/turn-of.ts'
import type { Finding } from './finding.ts'

/** The text in a photo, in `text_lines`; its words are in the full text `line_text`. */
export const text = {
  step: 'text',
  isFound: ({ text }) => text !== undefined,
  save: ({ db, changed }, photoId, { text }) => {
    if (text === undefined) return
    const removed = db.prepare('DELETE FROM text_lines WHERE photo_id = ?').run(photoId).changes
    if (text.length > 0) insertLines(db, photoId, text)
    if (removed > 0 || text.length > 0) changed.text()
  },
  detail: ({ db }, photoId) => ({ textLines: shownLines(db, photoId) }),
} satisfies Finding

function insertLines(db: Db, photoId: number, lines: readonly TextLine[]): void {
  db.prepare('INSERT INTO text_lines (photo_id, words, lines) VALUES (?, ?, ?)').run(
    photoId,
    wordsOfLines(lines),
    JSON.stringify(lines),
  )
}

/** The words that find the text in a photo. */
export const wordsOfLines = (lines: readonly TextLine[]): string =>
  fullTextWords(lines.map(({ text }) => text).join('\n'))

/** The lines on the photo as turned by its file. */
function linesOf(db: Db, photoId: number): TextLine[] {
  const stored = db.prepare<[number], string>('SELECT lines FROM text_lines WHERE photo_id = ?').pluck().get(photoId)
  return stored === undefined ? [] : (JSON.parse(stored) as TextLine[])
}

/** The lines on the photo as it is shown: turned, and without those whose middle a crop leaves out. */
export function shownLines(db: Db, photoId: number): TextLine[] {
  const lines = linesOf(db, photoId)
  const turn = lines.length > 0 ? turnOf(db, photoId) : null
  if (turn === null) return lines
  const { frame } = turn
  const turned = lines.map((line) => moveCorners(line, ({ x, y }) => turnPixel(turn.turn, turn.size, x, y)))
  if (!frame) return turned
  const isInside = ({ corners: [a, , c] }: TextLine): boolean => {
    const [x, y] = [(a.x + c.x) / 2, (a.y + c.y) / 2]
    return x >= 0 && y >= 0 && x <= frame.width && y <= frame.height
  }
  return turned.map((line) => moveCorners(line, (point) => pointInFrame(frame, point))).filter(isInside)
}

/** Moves the lines of a photo, whose file was turned. */
export function turnLines(db: Db, photoId: number, move: (corner: Corner) => Corner): void {
  const lines = linesOf(db, photoId)
  if (lines.length === 0) return
  const moved = lines.map((line) => moveCorners(line, move))
  db.prepare('UPDATE text_lines SET lines = ? WHERE photo_id = ?').run(JSON.stringify(moved), photoId)
}

type Corner = TextLine['corners'][number]

function moveCorners({ corners: [a, b, c, d], ...rest }: TextLine, move: (corner: Corner) => Corner): TextLine {
  return { ...rest, corners: [move(a), move(b), move(c), move(d)] }
}
