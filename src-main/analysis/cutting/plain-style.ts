import type { FileFormat, FileStyle } from './cut-request.ts'

/** Pixels per inch of files that nobody chose any for. */
export const USUAL_DPI = 300

/** Files in sRGB that say nothing of their photo, with nothing done to their pixels. */
export const plainStyle = (format: FileFormat, quality: number): FileStyle => ({
  format,
  quality,
  maxBytes: null,
  profile: { name: 'srgb', isSrgb: true },
  keepsSmall: true,
  dpi: USUAL_DPI,
  sharpening: null,
  watermark: null,
  metadata: null,
})
