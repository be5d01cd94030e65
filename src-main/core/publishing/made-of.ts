import { createHash } from 'node:crypto'
import type { PictureSettings } from '../../contract/library/export-settings.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { ExportPhoto } from '../export/read-photo.ts'

type Pins = Pick<Catalog['exports']['pins'], 'get'>

/** What a published file depends on, as a hash: the photo's file, what is told of it, its crop, and the settings. */
export function madeOf(pins: Pins, photo: ExportPhoto, settings: PictureSettings, output: number): string {
  const { detail, work } = photo
  const wanted = settings.outputs[output]!
  const { outputs: _outputs, ...rest } = settings
  const parts = [
    rest,
    wanted,
    detail.path,
    detail.bytes,
    detail.modifiedAt,
    detail.turn ?? 1,
    detail.metadata,
    detail.rating,
    detail.label,
    detail.takenAt,
    work,
    photo.people,
    photo.keywords,
    photo.keywordsWithoutPeople,
    wanted.kind === 'crop' ? pins.get(detail.id, wanted.size) : null,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
