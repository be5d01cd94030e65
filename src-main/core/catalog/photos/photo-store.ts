import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { NsfwShares } from '../../../contract/analysis/category.ts'
import type { Colors } from '../../../contract/analysis/color.ts'
import type { Face } from '../../../contract/analysis/face.ts'
import type { PhotoDetail, PhotoTile } from '../../../contract/library/photo.ts'
import type { Catalog } from '../catalog.ts'
import { readColors } from '../findings/colors.ts'
import type { Context } from '../context/context.ts'
import { createPathOf } from '../folders/folder-store.ts'
import { readMetadata } from '../metadata/photo-metadata.ts'
import { statusNames, verdictNames } from '../codecs/numbered.ts'
import { isRemote, type Steps } from '../steps/steps.ts'
import { tagsOf } from '../tags/photo-tags.ts'

type TileRow = {
  id: number
  name: string
  status: number
  width: number
  height: number
  placeholder: Buffer | null
  thumb_version: number
  rating: number
  nsfw: number
  faces: number
  taken_at: string | null
}
type DetailRow = TileRow & {
  folder_id: number
  format: string
  bytes: number
  modified_ms: number
  reason: string
  metadata: string | null
  colors: string | null
  step_set: number
}
type Parts = Context & { steps: Pick<Steps, 'done'> }
type FaceRow = {
  confidence: number
  xmin: number
  ymin: number
  xmax: number
  ymax: number
  width: number
  height: number
  face_id: string
  details: string
}

const TILE =
  'p.id, f.name, p.status, p.width, p.height, p.placeholder, p.thumb_version, p.rating, p.nsfw, p.faces, p.taken_at'
const MAIN = 'FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1'

/** What windows show of photos. */
export function photoStore(context: Parts): Catalog['photos'] {
  const { db } = context
  const tile = db.prepare<[number], TileRow>(`SELECT ${TILE} ${MAIN} WHERE p.id = ?`)
  const exists = db.prepare<[number], number>('SELECT 1 FROM photos WHERE id = ?').pluck()
  return {
    tiles: (ids) =>
      ids.flatMap((id) => {
        const row = tile.get(id)
        return row ? [toTile(row)] : []
      }),
    detail: (id) => detailOf(context, id),
    exists: (id) => exists.get(id) === 1,
  }
}

function toTile(row: TileRow): PhotoTile {
  return {
    id: row.id,
    name: row.name,
    status: statusNames[row.status] ?? 'pending',
    width: row.width,
    height: row.height,
    placeholder: row.placeholder?.toString('base64') ?? '',
    thumbVersion: Math.max(0, row.thumb_version),
    rating: row.rating,
    nsfw: verdictNames[row.nsfw] ?? 'safe',
    faces: row.faces,
    takenAt: row.taken_at,
  }
}

function detailOf(context: Parts, id: number): PhotoDetail {
  const { db, names } = context
  const language = context.language()
  const row = db
    .prepare<[number], DetailRow>(
      `SELECT ${TILE}, p.step_set, f.folder_id, f.format, f.bytes, f.modified_ms, p.reason, m.data AS metadata, c.data AS colors ${MAIN}
       LEFT JOIN metadata m ON m.photo_id = p.id LEFT JOIN colors c ON c.photo_id = p.id WHERE p.id = ?`,
    )
    .get(id)
  if (!row) throw new AppError('photo-not-found', `There is no photo with the id ${id}.`)
  return {
    ...toTile(row),
    path: join(createPathOf(context)(row.folder_id), row.name),
    folderId: row.folder_id,
    format: row.format,
    bytes: row.bytes,
    modifiedAt: new Date(row.modified_ms).toISOString(),
    reason: row.status === statusNames.indexOf('failed') ? row.reason : '',
    metadata: readMetadata(row.metadata),
    tags: tagsOf(db, id, (concept, name) => names.conceptLabel(concept, name, language)),
    categories: categoriesOf(db, id).map((category) => ({
      ...category,
      label: names.categoryLabel(category.categorizer, category.name, language),
    })),
    colors: row.colors === null ? null : readColors(row.colors),
    colorLabels:
      row.colors === null ? {} : colorLabels(readColors(row.colors), (parent) => names.colorLabel(parent, language)),
    faceList: facesOf(db, id),
    nsfwShares:
      db.prepare<[number], NsfwShares>('SELECT nsfw, underwear, safe FROM nsfw_shares WHERE photo_id = ?').get(id) ??
      null,
    croppings: [],
    byService: Object.entries(context.steps.done(row.step_set)).flatMap(([step, how]) => (isRemote(how) ? [step] : [])),
  }
}

/** What the base colours of a picture are called, by their English names. */
function colorLabels(colors: Colors, labelOf: (parent: string) => string): Record<string, string> {
  const parents = new Set(
    [colors.image_colors, colors.foreground_colors, colors.background_colors]
      .flat()
      .map((color) => color.closest_palette_color_parent),
  )
  return Object.fromEntries([...parents].map((parent) => [parent, labelOf(parent)]))
}

const categoriesOf = (db: Context['db'], id: number) =>
  db
    .prepare<[number], Omit<PhotoDetail['categories'][number], 'label'>>(
      `SELECT c.categorizer, c.name, pc.confidence FROM photo_categories pc JOIN categories c ON c.id = pc.category_id
       WHERE pc.photo_id = ? ORDER BY c.categorizer, pc.confidence DESC, c.name`,
    )
    .all(id)

function facesOf(db: Context['db'], id: number): Face[] {
  return db
    .prepare<[number], FaceRow>(
      'SELECT confidence, xmin, ymin, xmax, ymax, width, height, face_id, details FROM faces WHERE photo_id = ? ORDER BY number',
    )
    .all(id)
    .map(({ confidence, face_id, details, ...coordinates }) => ({
      confidence,
      coordinates,
      face_id,
      ...(JSON.parse(details) as Pick<Face, 'attributes' | 'landmarks'>),
    }))
}
