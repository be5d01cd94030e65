import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { existsSync } from 'node:fs'

/** The project's own folder, wherever the script was started from. */
export const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** A path inside the project. */
export const inProject = (...parts) => resolve(projectDir, ...parts)

/**
 * Photos and models beside the project, for more thorough tests; often absent, or excluded
 * (`LUMAFOLD_TEST_SHARED=none`).
 */
export const besideProject = (name) => {
  if (process.env.LUMAFOLD_TEST_SHARED === 'none') return null
  const folder = resolve(projectDir, '../shared', name)
  return existsSync(folder) ? folder : null
}
