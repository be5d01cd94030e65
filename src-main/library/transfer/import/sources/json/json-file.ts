import { say } from '../../../../../contract/sentences/say.ts'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { isWallTime } from '../../../../../contract/library/date-change.ts'
import { parseCrop } from '../../../../../contract/library/photo-crop.ts'
import { parsePosition } from '../../../../../contract/library/position.ts'
import { SensitivityJudgement } from '../../../../../contract/library/photo.ts'
import { AppError } from '../../../../../contract/errors.ts'
import { collectValues } from '../../foreign/collect-values.ts'
import { clearableFields, type ForeignPhoto } from '../../foreign/foreign-photo.ts'
import { checkColumns } from '../../foreign/check-texts.ts'

const HEAD = /^\{"format":"lumafold-library","version":1,/

/** A person's statement about a face; its box in shares of the photo. */
const Face = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  name: z.string().min(1).nullable(),
  isIgnored: z.boolean(),
  not: z.array(z.string().min(1)),
})
/** A photo as `export-library` writes it; other fields are ignored. */
const Line = z.object({
  path: z.string().min(1),
  bytes: z.number(),
  taken_at: z.string().nullable(),
  content_hash: z.string(),
  rating: z.number(),
  pick: z.number(),
  label: z.string(),
  title: z.string(),
  caption: z.string(),
  creator: z.string(),
  copyright: z.string(),
  given: z.array(z.string()),
  tags: z.array(z.object({ name: z.string(), source: z.string() })),
  removed_tags: z.array(z.string()),
  /** Exports of earlier versions have none of these. */
  offset: z
    .string()
    .regex(/^[+-]\d{2}:\d{2}$/)
    .nullish(),
  position: z
    .string()
    .refine((text) => text === '' || parsePosition(text) !== null)
    .nullish(),
  texts: z
    .record(z.string(), z.string())
    .refine((texts) => checkColumns(texts).refused.length === 0)
    .default({}),
  orientation: z.int().min(1).max(8).nullish(),
  crop: z
    .string()
    .refine((text) => text === '' || parseCrop(text) !== null)
    .nullish(),
  sensitivity: SensitivityJudgement.nullish(),
  private: z.boolean().default(false),
  faces: z.array(Face).default([]),
  albums: z.array(z.object({ path: z.string().min(1), place: z.number() })).default([]),
})
type Line = z.infer<typeof Line>

/**
 * Reads the photos of a library that Lumafold exported as JSON: each is on a line of its own, so that a file of any
 * size needs little memory. Throws `bad-params` with the number of an invalid line, and the system's errors.
 */
export async function* readJsonFile(file: string): AsyncGenerator<ForeignPhoto> {
  const name = path.basename(file)
  let number = 0
  let isWhole = false
  for await (const text of linesOf(file)) {
    if (++number === 1 && !HEAD.test(text)) throw refuse('sources.jsonHead', { name })
    if (text === ']}') isWhole = true
    else if (number > 1 && text !== '') yield photoOf(parseLine(text, `${name}`, number))
  }
  if (!isWhole) throw refuse('sources.jsonEnd', { name })
}

/**
 * The lines of a text file, which is closed even if not all are read. Other marks that Unicode calls ends of lines may
 * be in a text of JSON.
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    rest += piece
    if (!piece.includes('\n')) continue
    const lines = rest.split(/\r?\n/)
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

const refuse = (...said: Parameters<typeof say>) => new AppError('bad-params', say(...said))

function parseLine(text: string, name: string, number: number): Line {
  const wrong = refuse('sources.jsonLine', { name, line: number })
  try {
    const parsed = Line.safeParse(JSON.parse(text.replace(/,$/, '')))
    if (parsed.success) return parsed.data
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw wrong
}

/** Elsewhere a backslash is a letter like any other. */
const isOfWindows = (place: string) => /^([a-z]:|\\\\)/i.test(place)

function photoOf(line: Line): ForeignPhoto {
  const { path: place, bytes, taken_at: takenAt, content_hash: contentHash, given, tags } = line
  const isEmpty = (field: (typeof clearableFields)[number]) => line[field] === '' || line[field] === 0
  return {
    path: isOfWindows(place) ? place.replaceAll('\\', '/') : place,
    ...(bytes > 0 && { bytes }),
    ...(takenAt !== null && { takenAt }),
    ...(contentHash !== '' && { contentHash }),
    work: {
      ...collectValues(line),
      // Earlier versions let a person give a day that does not exist.
      ...(takenAt !== null && given.includes('taken_at') && isWallTime(takenAt) && { takenAt }),
      ...(line.offset && { offset: line.offset }),
      ...(typeof line.position === 'string' && { position: line.position }),
      texts: checkColumns(line.texts).texts,
      ...(line.orientation && { orientation: line.orientation }),
      ...(typeof line.crop === 'string' && { crop: line.crop }),
      ...(line.sensitivity && { judgement: line.sensitivity }),
      ...(line.private && { isPrivate: true }),
      ...(line.faces.length > 0 && { faces: line.faces }),
      tags: tags.filter(({ source }) => source === 'person' || source === 'file').map((tag) => tag.name),
      removedTags: line.removed_tags,
      ...(line.albums.length > 0 && { albums: line.albums }),
      cleared: clearableFields.filter((field) => given.includes(field) && isEmpty(field)),
    },
  }
}
