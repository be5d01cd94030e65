import type { FaceArea } from './face-area.ts'

/** The person of a face, its group, and its suggested person with the likeness to that person's faces. */
export type FacePlace = { personId: number; groupId: number; suggestedId: number; likeness: number }

/** A face with a stored vector. `side` is in pixels of the raster that it was described on. */
export type KeptFace = FaceArea & FacePlace & { id: number; photoId: number; side: number }

export type FaceWithVector = KeptFace & { vector: Float32Array }

/** The person of ignored faces. */
export const LEFT_ALONE = -1

/** The columns of `KeptFace`, in SQL. */
export const COLUMNS = `id, photo_id AS photoId, x, y, width, height, side, person_id AS personId,
  group_id AS groupId, suggested_id AS suggestedId, likeness`
