import { z } from 'zod'

/** A photo's identity; it stays the same when the file is renamed or moved. */
export const PhotoId = z.int().positive()
export type PhotoId = z.infer<typeof PhotoId>

export const FolderId = z.int().positive()
export type FolderId = z.infer<typeof FolderId>

export const JobId = z.string().min(1).max(64)
export type JobId = z.infer<typeof JobId>

/** A folder that a person chose for exported files; only a shell sees its path. */
export const TargetId = z.string().min(1).max(64)
export type TargetId = z.infer<typeof TargetId>

/** Maximum number of photos in one call. */
export const MAX_IDS = 10_000
export const PhotoIds = z.array(PhotoId).min(1).max(MAX_IDS)
