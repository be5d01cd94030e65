/// <reference lib="esnext.float16" />
import { join } from 'node:path'
import type { Color } from '../../../src-main/contract/analysis/color.ts'
import { COLOR_DIMENSIONS } from '../../../src-main/analysis/colors/color-signature.ts'
import { encodeColors } from '../../../src-main/library/queue/rows/findings/colors-codec.ts'
import { connect, type Db } from '../../../src-main/base/sqlite/connect.ts'
import { numberedPhotoVectors } from '../../fixtures/photo-vectors.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { EMBEDDING } from './idle-engine.ts'

/** Numbers in an embedding of the standard set of models. */
const DIMENSIONS = 1280
/** Different colours, saliency maps and signatures; photos share them. */
const TEMPLATES = 512

/**
 * Gives the photos of a drawn library the other findings of an analysis: embeddings, colours and their signatures,
 * saliency features, shares, categories, faces of a third and sharpness. Does nothing the second time.
 */
export function addFindings(libraryDir: string): void {
  const db = connect(join(libraryDir, 'library.db'))
  try {
    if (db.prepare('SELECT 1 FROM embeddings LIMIT 1').get() !== undefined) return
    db.pragma('synchronous = OFF')
    db.pragma('cache_size = -600000')
    declareFunctions(db)
    db.transaction(() => findings.forEach((sql) => db.exec(sql)))()
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.exec('ANALYZE')
  } finally {
    db.close()
  }
}

function declareFunctions(db: Db): void {
  const vector = numberedPhotoVectors(DIMENSIONS)
  const random = seededRandom(7)
  const of = <T>(each: () => T): T[] => Array.from({ length: TEMPLATES }, each)
  const colors = of(() => drawColors(random))
  const maps = of(() => Buffer.from(Uint8Array.from({ length: 32 * 21 }, () => random() * 256)))
  const signatures = of(() => drawSignature(random))
  const declare = (name: string, value: (id: number) => unknown) =>
    db.function(name, { deterministic: true }, (id) => value(Number(id)))
  declare('vector_of', (id) => {
    const halves = new Float16Array(DIMENSIONS)
    vector(id, halves)
    return Buffer.from(halves.buffer)
  })
  declare('colors_of', (id) => colors[id % TEMPLATES])
  declare('map_of', (id) => maps[id % TEMPLATES])
  declare('signature_of', (id) => signatures[id % TEMPLATES])
}

function drawColors(random: () => number): string {
  const channel = () => Math.floor(random() * 256)
  const list = (length: number): Color[] =>
    Array.from({ length }, () => ({
      r: channel(),
      g: channel(),
      b: channel(),
      html_code: '#6b4a3c',
      closest_palette_color: 'light bronze',
      closest_palette_color_html_code: '#8a6e57',
      closest_palette_color_parent: 'skin',
      closest_palette_distance: random() * 10,
      percent: random() * 40,
    }))
  return encodeColors({
    image_colors: list(5),
    foreground_colors: list(2),
    background_colors: list(3),
    color_variance: 30,
    object_percentage: 20,
    color_percent_threshold: 1.75,
  })
}

function drawSignature(random: () => number): Buffer {
  const numbers = Float32Array.from({ length: COLOR_DIMENSIONS }, () => (random() < 0.2 ? random() : 0))
  const length = Math.hypot(...numbers) || 1
  return Buffer.from(numbers.map((value) => value / length).buffer)
}

const MARKS = '{"attributes":[{"type":"age","confidence":50,"label":"adult"}],"landmarks":[]}'

const findings = [
  `INSERT INTO embedding_models (id, model) VALUES (1, '${EMBEDDING}')`,
  'INSERT INTO embeddings (photo_id, model_id, vector) SELECT id, 1, vector_of(id) FROM photos',
  'INSERT INTO colors (photo_id, data) SELECT id, colors_of(id) FROM photos',
  'INSERT INTO color_vectors (photo_id, vector) SELECT id, signature_of(id) FROM photos',
  `INSERT INTO crop_cues (photo_id, width, height, map_columns, map_rows, map, subjects)
   SELECT id, width, height, 32, 21, map_of(id), '[{"x1":0.2,"y1":0.3,"x2":0.6,"y2":0.9,"weight":0.8}]' FROM photos`,
  'INSERT INTO nsfw_shares (photo_id, nsfw, underwear, safe) SELECT id, 0.5, 1.5, 98 FROM photos',
  `INSERT INTO categories (id, categorizer, name)
   WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
   SELECT i, 'personal_photos', 'kind ' || i FROM n`,
  'INSERT INTO photo_categories (photo_id, category_id, confidence) SELECT id, 1 + id % 18, 62.5 FROM photos',
  'INSERT INTO photo_categories (photo_id, category_id, confidence) SELECT id, 1 + (id + 7) % 18, 31.5 FROM photos',
  `INSERT INTO faces (photo_id, number, confidence, xmin, ymin, xmax, ymax, width, height, face_id, details)
   SELECT id, 0, 98.5, 100, 120, 300, 340, 200, 220, printf('%032x', id), '${MARKS}' FROM photos WHERE id % 3 = 0`,
  'UPDATE photos SET faces = 1 WHERE id % 3 = 0',
  `INSERT INTO sharpness (photo_id, subject, shadows, highlights, middle, faces)
   SELECT id, id % 101, 0, 0.01, 0.5, '[]' FROM photos`,
]
