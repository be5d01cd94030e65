import type { NsfwShares } from '../../../contract/analysis/category.ts'
import type { Face } from '../../../contract/analysis/face.ts'
import { LOWEST_CONFIDENCE } from '../../../contract/analysis/tag.ts'
import type { SaliencyFeatures, Findings, StepName } from '../../../analysis/photo/findings.ts'
import type { Context } from '../context/context.ts'
import { writeColors } from './colors.ts'
import { renewPack } from '../denormalised/denormalised-rows.ts'
import { replaceTags, SOURCE } from '../tags/photo-tags.ts'
import { saveEmbedding, vectorBytes } from '../codecs/vectors.ts'

type Parts = Pick<Context, 'db' | 'vocabulary'>
/** Where an analysis came from. */
export type AnalysisSource = 'engine' | 'remote'

/** The part of the findings that shows that a step was done. */
export const isFound: Record<StepName, (found: Findings) => boolean> = {
  hash: (found) => found.contentHash !== undefined,
  preview: (found) => found.thumbnail !== undefined,
  faces: (found) => found.faces !== undefined,
  tags: (found) => found.tags !== undefined,
  categories: (found) => found.categories !== undefined || found.nsfw !== undefined,
  croppings: (found) => found.saliencyFeatures !== undefined,
  colors: (found) => found.colors !== undefined,
  embedding: (found) => found.embedding !== undefined,
}

/** Keeps each part that is there and leaves the others as they were; call inside a transaction. */
export function saveFindings(parts: Parts, photoId: number, found: Findings, source: AnalysisSource) {
  savePhotoColumns(parts, photoId, found)
  saveFile(parts, photoId, found)
  if (found.tags) {
    const tags = found.tags
      .filter((tag) => tag.confidence > LOWEST_CONFIDENCE)
      .map((tag) => ({ ...tag, concept: tag.concept || undefined }))
    replaceTags(parts, photoId, [SOURCE.engine, SOURCE.remote], tags, SOURCE[source])
  }
  if (found.categories) saveCategories(parts, photoId, found.categories)
  if (found.faces) saveFaces(parts, photoId, found.faces)
  if (found.nsfw) saveNsfw(parts, photoId, found.nsfw)
  if (found.saliencyFeatures) saveSaliencyFeatures(parts, photoId, found.saliencyFeatures)
  if (found.colors) replaceRow(parts, 'colors', ['data'], photoId, [writeColors(found.colors)])
  if (found.colorVector) replaceRow(parts, 'color_vectors', ['vector'], photoId, [vectorBytes(found.colorVector)])
  if (found.embedding) saveEmbedding(parts.db, photoId, found.embedding)
  if (found.tags || found.categories || found.colors) renewPack(parts.db, photoId)
}

function savePhotoColumns({ db }: Parts, photoId: number, found: Findings) {
  db.prepare(
    `UPDATE photos SET width = coalesce(?, width), height = coalesce(?, height), placeholder = coalesce(?, placeholder),
       thumb_version = CASE WHEN ? THEN abs(thumb_version) + 1 ELSE thumb_version END, faces = coalesce(?, faces), nsfw = coalesce(?, nsfw) WHERE id = ?`,
  ).run(
    found.width ?? null,
    found.height ?? null,
    found.placeholder ? Buffer.from(found.placeholder) : null,
    found.thumbnail ? 1 : 0,
    found.faces?.length ?? null,
    found.nsfw ? verdictNumber(found.nsfw) : null,
    photoId,
  )
}

/** The largest share decides; on a tie the more cautious verdict. */
function verdictNumber({ nsfw, underwear, safe }: NsfwShares): number {
  if (nsfw >= underwear && nsfw >= safe) return 2
  return underwear >= safe ? 1 : 0
}

function saveFile({ db }: Parts, photoId: number, { format, contentHash }: Findings) {
  if (format === undefined && contentHash === undefined) return
  db.prepare(
    'UPDATE files SET format = coalesce(?, format), content_hash = coalesce(?, content_hash) WHERE photo_id = ? AND is_main = 1',
  ).run(format ?? null, contentHash ?? null, photoId)
}

function saveCategories({ db, vocabulary }: Parts, photoId: number, found: NonNullable<Findings['categories']>) {
  const surest = new Map<number, number>()
  for (const { categorizer, name, confidence } of found) {
    const id = vocabulary.categoryId(categorizer, name)
    surest.set(id, Math.max(confidence, surest.get(id) ?? 0))
  }
  db.prepare('DELETE FROM photo_categories WHERE photo_id = ?').run(photoId)
  const insert = db.prepare('INSERT INTO photo_categories (photo_id, category_id, confidence) VALUES (?, ?, ?)')
  for (const [id, confidence] of surest) insert.run(photoId, id, confidence)
}

function saveFaces({ db }: Parts, photoId: number, faces: readonly Face[]) {
  db.prepare('DELETE FROM faces WHERE photo_id = ?').run(photoId)
  const insert = db.prepare('INSERT INTO faces VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  faces.forEach(({ coordinates: box, confidence, face_id, attributes, landmarks }, number) => {
    const details = JSON.stringify({ attributes, landmarks })
    insert.run(
      photoId,
      number,
      confidence,
      box.xmin,
      box.ymin,
      box.xmax,
      box.ymax,
      box.width,
      box.height,
      face_id,
      details,
    )
  })
}

const saveNsfw = (parts: Parts, photoId: number, { nsfw, underwear, safe }: NsfwShares) =>
  replaceRow(parts, 'nsfw_shares', ['nsfw', 'underwear', 'safe'], photoId, [nsfw, underwear, safe])

function saveSaliencyFeatures(parts: Parts, photoId: number, { width, height, map, subjects }: SaliencyFeatures) {
  const columns = ['width', 'height', 'map_columns', 'map_rows', 'map', 'subjects']
  replaceRow(parts, 'crop_cues', columns, photoId, [
    width,
    height,
    map.columns,
    map.rows,
    Buffer.from(map.values),
    JSON.stringify(subjects),
  ])
}

function replaceRow(
  { db }: Parts,
  table: string,
  columns: readonly string[],
  photoId: number,
  values: readonly unknown[],
) {
  const marks = columns.map(() => '?').join(', ')
  db.prepare(`INSERT OR REPLACE INTO ${table} (photo_id, ${columns.join(', ')}) VALUES (?, ${marks})`).run(
    photoId,
    ...values,
  )
}
