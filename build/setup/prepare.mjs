import { buildApp } from './build-app.mjs'
import { buildModels } from './build-models.mjs'
import { installDependencies } from './install-dependencies.mjs'
import { requireNode } from './pinned-node.mjs'
import { requireSupported } from './supported.mjs'

/**
 * Prepares everything that opening the project needs: packages, bundled models, built app. Does only what is missing.
 */
export async function prepare() {
  await prepareToRun()
  await buildApp()
}

/** Prepares enough for the command line and the tests of the library, which run from the sources. */
export async function prepareToRun() {
  requireSupported()
  await installDependencies()
  requireNode()
  await buildModels()
}
