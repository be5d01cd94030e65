import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fingerprint } from './fingerprint.mjs'
import { inProject, projectDir } from './project.mjs'
import { requireNode } from './pinned-node.mjs'
import { lastLines, runProgram } from './run-program.mjs'
import { SetupError, sayNote, sayStep, since } from './say.mjs'

const SOURCES = [
  'src-main',
  'src-renderer',
  'build/packaging',
  'electron.vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
]
const STAMP = 'out/.built-from'
const RESULTS = [
  'out/main/cli.js',
  'out/main/compute.js',
  'out/main/metadata.js',
  'out/renderer/index.html',
  'out/icons/256x256.png',
]

/** True if the built program matches the present sources. */
export function isBuilt() {
  if (!existsSync(inProject(STAMP)) || !RESULTS.every((file) => existsSync(inProject(file)))) return false
  return readFileSync(inProject(STAMP), 'utf8') === fingerprint(SOURCES)
}

/** Builds the window and the program if their sources changed. */
export async function buildApp() {
  if (isBuilt()) return
  const madeFrom = fingerprint(SOURCES)
  sayStep('Building the app')
  const started = Date.now()
  await runBuild('node_modules/vite/bin/vite.js', [
    'build',
    '--config',
    'src-renderer/vite.config.ts',
    '--logLevel',
    'warn',
  ])
  await runBuild('node_modules/electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn'])
  await runBuild('build/packaging/write-icons.ts', [])
  await runBuild('build/packaging/write-notice.ts', [])
  await runBuild('build/packaging/write-sbom.ts', [])
  mkdirSync(inProject('out'), { recursive: true })
  writeFileSync(inProject(STAMP), madeFrom)
  sayNote(`done in ${since(started)}`)
}

async function runBuild(script, args) {
  const { code, output } = await runProgram(requireNode(), [inProject(script), ...args], {
    cwd: projectDir,
    quiet: true,
  })
  if (code !== 0)
    throw new SetupError(
      'The app could not be built: the lines above say why; a fresh copy of the project should build.',
      lastLines(output, 40),
    )
}
