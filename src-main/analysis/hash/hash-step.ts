import type { Step } from '../step/step.ts'

/**
 * What the file is: its size in pixels, its real format, and a hash of its bytes that knows it again under another
 * name.
 */
export const hashStep: Step = {
  name: 'hash',
  version: 1,
  tasks: [],
  run: async ({ photo }) => ({
    width: photo.width,
    height: photo.height,
    format: photo.format,
    contentHash: photo.contentHash,
  }),
}
