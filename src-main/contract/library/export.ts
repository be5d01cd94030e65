import { z } from 'zod'
import { Rectangle, Size } from '../analysis/cropping.ts'
import { JobId, PhotoId, TargetId } from './ids.ts'

export const ExportFormat = z.enum(['jpeg', 'webp', 'png'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** The sizes that the export offers, in pixels; the first two are switched on at first. Ids and sizes differ. */
export const cropPresets = [
  { id: 'square', title: 'Square', width: 1080, height: 1080 },
  { id: 'portrait', title: 'Portrait', width: 1080, height: 1350 },
  { id: 'landscape', title: 'Landscape', width: 1920, height: 1080 },
  { id: 'story', title: 'Story', width: 1080, height: 1920 },
] as const

/** A crop moved by hand replaces the suggested one for that photo and size. */
export const HandMadeCrop = z.object({ photoId: PhotoId, size: Size, crop: Rectangle })

/**
 * Name pattern of exported files, without the extension. Fields: `{name}`, `{width}`, `{height}`, `{size}` (1080x1350),
 * `{date}` (YYYY-MM-DD, or `undated`), `{rating}` and `{counter}` (001, 002, …). A name that exists already gets `
 * (2)`, ` (3)` and so on.
 */
export const DEFAULT_NAME_PATTERN = '{name}_{size}'

export const ExportRequest = z.object({
  photoIds: z.array(PhotoId).min(1).max(10_000),
  sizes: z.array(Size).min(1).max(20),
  crops: z.array(HandMadeCrop).max(10_000).default([]),
  format: ExportFormat.default('jpeg'),
  /** 1 to 100; ignored for PNG. */
  quality: z.int().min(1).max(100).default(90),
  pattern: z.string().min(1).max(200).default(DEFAULT_NAME_PATTERN),
  targetId: TargetId,
})
export type ExportRequest = z.infer<typeof ExportRequest>

export const ExportProgress = z.object({
  jobId: JobId,
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  total: z.int(),
  written: z.int(),
  failures: z.array(z.object({ photoId: PhotoId, name: z.string(), reason: z.string() })),
  /** The target folder's full path, to be shown. */
  target: z.string(),
})
export type ExportProgress = z.infer<typeof ExportProgress>
