import type { FileStep } from '../step/step.ts'

/**
 * The file's properties: its size in pixels, its real format, whether it is a film, and hashes. These are of its bytes
 * and of its image data, which identifies it under another name and with other metadata.
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
    // If the picture could not be opened, earlier findings stay.
    ...(photo.format === undefined ? {} : { media: photo.media ?? 'photo', durationMs: photo.durationMs ?? null }),
    ...(await photo.hashes()),
  }),
}
