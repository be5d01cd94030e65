import { buildApp } from './build-app.mjs'
import { buildModels } from './build-models.mjs'
import { installDependencies } from './install-dependencies.mjs'
import { requireNode } from './pinned-node.mjs'

/**
 * Brings the project to the point where it can be opened: packages, built-in models, built app. Does only what is
 * missing.
 */
export async function prepare() {
  await prepareToRun()
  await buildApp()
}

/** Enough for the command line and the tests of the core, which run from the sources. */
export async function prepareToRun() {
  await installDependencies()
  requireNode()
  await buildModels()
}
