import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import type { Db } from '../../../sqlite/connect.ts'

/** What the columns of `photos` say of how a photo was taken; 0 is unknown. */
export type ShotValues = {
  camera: number
  lens: number
  iso: number
  aperture: number
  focalLength: number
  exposureUs: number
}

type Shot = Pick<
  PhotoMetadata,
  'cameraMake' | 'cameraModel' | 'lens' | 'iso' | 'aperture' | 'focalLength' | 'exposureTime'
>

/** Longest name of a camera or lens that is kept. */
const MAX_NAME = 200
/** What no camera has is unknown: a file may say anything. */
const MAX = 2 ** 31

/** The values of a photo's metadata; names that are new come into `equipment`. */
export function shotValuesOf(db: Db, shot: Shot): ShotValues {
  return {
    camera: equipmentId(db, cameraNameOf(shot)),
    lens: equipmentId(db, nameOf(shot.lens)),
    iso: whole(shot.iso, 1),
    aperture: whole(shot.aperture, 10),
    focalLength: whole(shot.focalLength, 10),
    exposureUs: whole(shot.exposureTime, 1e6),
  }
}

/** A camera's model, after the make where the model does not begin with it: `FUJIFILM X-T5`, but `NIKON D750`. */
export function cameraNameOf({ cameraMake, cameraModel }: Pick<Shot, 'cameraMake' | 'cameraModel'>): string {
  const [make, model] = [nameOf(cameraMake), nameOf(cameraModel)]
  if (model === '' || make === '') return model || make
  const [brand = ''] = make.split(' ')
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : nameOf(`${make} ${model}`)
}

const nameOf = (text: string | null) =>
  (text ?? '').replaceAll('\0', ' ').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME)

function equipmentId(db: Db, name: string): number {
  if (name === '') return 0
  const known = db.prepare<[string], number>('SELECT id FROM equipment WHERE name = ?').pluck().get(name)
  if (known !== undefined) return known
  return Number(db.prepare('INSERT INTO equipment (name) VALUES (?)').run(name).lastInsertRowid)
}

function whole(value: number | null, unit: number): number {
  const number = Math.round((value ?? 0) * unit)
  return number > 0 && number < MAX ? number : 0
}
