import type { FileStep } from '../step/step.ts'

/**
 * What the file is: its size in pixels, its real format, whether it moves, and hashes: of its bytes, and of its image
 * data, which know it again under another name and with other metadata.
 */
export const hashStep: FileStep = {
  name: 'hash',
  version: 2,
  tasks: [],
  isAboutFile: true,
  run: async ({ photo }) => ({
    width: photo.width,
    height: photo.height,
    format: photo.format,
    // Where the picture could not be opened, what was known of it stays.
    ...(photo.format === undefined ? {} : { media: photo.media ?? 'photo', durationMs: photo.durationMs ?? null }),
    ...(await photo.hashes()),
  }),
}
