#!/usr/bin/env node
// Starts the command line with the Node that the project pins; this file itself also runs on Node 18.
import { existsSync } from 'node:fs'
import { findNode } from '../build/setup/pinned-node.mjs'
import { inProject } from '../build/setup/project.mjs'
import { endWithNpm } from '../build/setup/end-with-npm.mjs'
import { runProgram } from '../build/setup/run-program.mjs'

if (!existsSync(inProject('node_modules/.package-lock.json')) || !findNode()) await prepareFirst()
process.exitCode = await runCommandLine()

/** Standard output belongs to the command (`--json`), so what set-up says goes to standard error. */
async function prepareFirst() {
  console.log = console.error
  const { prepareToRun } = await import('../build/setup/prepare.mjs')
  const { runScript } = await import('../build/setup/say.mjs')
  await runScript(prepareToRun)
  if (process.exitCode) process.exit()
}

async function runCommandLine() {
  const { isBuilt } = await import('../build/setup/build-app.mjs')
  const entry = isBuilt() ? 'out/main/cli.js' : 'src-main/shells/cli/main.ts'
  // Node keeps what it made of the sources, which halves the time of the next start; where the folder cannot be written
  // it does without.
  const env = { NODE_COMPILE_CACHE: inProject('node_modules/.cache/lumafold/node'), ...process.env }
  const { code } = await runProgram(
    findNode(),
    ['--disable-warning=ExperimentalWarning', inProject(entry), ...process.argv.slice(2)],
    { env, onStart: endWithNpm },
  )
  return code
}
