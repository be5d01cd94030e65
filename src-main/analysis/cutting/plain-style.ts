import type { FileFormat, FileStyle } from './cut-request.ts'

/** Default pixels per inch of files. */
export const USUAL_DPI = 300

/** Files in sRGB without metadata or changes of pixels. */
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
