import type { Db } from '../../../base/sqlite/connect.ts'

const inTable = (table: string) => `EXISTS (SELECT 1 FROM ${table} w WHERE w.photo_id = photos.id)`

/** Work that files hold, as a condition on `photos`: what a change gives that is neither discreet nor unwritten. */
export const HAS_FILE_WORK = [
  'is_rated = 1',
  'is_labelled = 1',
  'is_picked = 1',
  'is_dated = 1',
  'is_oriented = 1',
  'is_crop_given = 1',
  'is_located = 1',
  ...['person_tags', 'removed_tags', 'person_faces', 'person_texts'].map(inTable),
].join(' OR ')

/** Work that is in the catalogue alone. */
const HAS_OTHER_WORK = [
  'is_judged = 1',
  'is_private = 1',
  'person_stack IS NOT NULL',
  'stack_top > 0',
  ...['album_photos', 'taught_examples', 'suggestion_feedback', 'crop_pins'].map(inTable),
].join(' OR ')

const holds = (db: Db, photoId: number, condition: string): boolean =>
  db.prepare<[number]>(`SELECT 1 FROM photos WHERE id = ? AND (${condition})`).get(photoId) !== undefined

/** Whether a photo has work of a person that would be missed if it were merged into another photo or forgotten. */
export const hasWork = (db: Db, photoId: number): boolean => holds(db, photoId, `${HAS_FILE_WORK} OR ${HAS_OTHER_WORK}`)

/** Whether a photo has work that its file may lack: a copy of the file would not be all that is known of the photo. */
export const hasFileWork = (db: Db, photoId: number): boolean => holds(db, photoId, HAS_FILE_WORK)
