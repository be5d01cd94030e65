import type { FaceArea } from './face-area.ts'

/** Whose a face is, which group it is in, and whose it may be, with the likeness to that person's faces. */
export type FacePlace = { personId: number; groupId: number; suggestedId: number; likeness: number }

/** A face of which a vector is kept. `side` is in pixels of the raster that it was described on. */
export type KeptFace = FaceArea & FacePlace & { id: number; photoId: number; side: number }

export type FaceWithVector = KeptFace & { vector: Float32Array }

/** Faces that are left alone have this person. */
export const LEFT_ALONE = -1

/** The columns of `KeptFace`, in SQL. */
export const COLUMNS = `id, photo_id AS photoId, x, y, width, height, side, person_id AS personId,
  group_id AS groupId, suggested_id AS suggestedId, likeness`
