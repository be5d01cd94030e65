import { availableParallelism } from 'node:os'
import { requireNode } from './pinned-node.mjs'
import { inProject, projectDir } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { sayNote, sayStep, since } from './say.mjs'

/** TypeScript's native compiler; one checker takes half the processor time of several, and is as fast on two cores. */
const tsc = (project) => ['typescript-native/bin/tsc', ['--noEmit', '--checkers', '1', '-p', project]]

/**
 * Checks that run nothing: a title, the program in `node_modules`, its arguments.
 *
 * @type {[title: string, program: string, args: string[]][]}
 */
const CHECKS = [
  ['the format', 'oxfmt/bin/oxfmt', ['--check']],
  ['the types of the tests', ...tsc('tsconfig.test.json')],
  ['the rules of the linter', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']],
  ['the types of the main side', ...tsc('tsconfig.main.json')],
  ['the types of the window', 'vue-tsc/bin/vue-tsc.js', ['--noEmit', '-p', 'tsconfig.renderer.json']],
  ['that nothing is unused', 'knip/bin/knip.js', ['--no-progress', '--no-config-hints']],
  [
    'that nothing serves tests alone',
    'knip/bin/knip.js',
    ['--no-progress', '--no-config-hints', '--production', '--include', 'files,exports,types'],
  ],
]

/**
 * Checks format, rules, types and unused code of the whole project, or only those with a word in their title; returns a
 * sentence for each failed check.
 */
export async function checkSources(word = '') {
  const failures = []
  const waiting = CHECKS.filter(([title]) => title.includes(word))
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const failure = await runCheck(check)
      if (failure) failures.push(failure)
    }
  }
  // Each check uses one core for most of its time.
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
  return failures
}

/** Returns a sentence if the check finds faults, after it has printed all of the program's output in one piece. */
async function runCheck([title, program, args]) {
  const started = Date.now()
  const path = inProject('node_modules', program)
  const { code, output } = await runProgram(requireNode(), [path, ...args], { cwd: projectDir, quiet: true })
  sayStep(`Checking ${title}`)
  if (code === 0) {
    sayNote(since(started))
    return null
  }
  console.log(output)
  return `checking ${title} found faults (${program.split('/')[0]} ${args.join(' ')})`
}
