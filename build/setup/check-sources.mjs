import { requireNode } from './pinned-node.mjs'
import { inProject, projectDir } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { sayNote, sayStep, since } from './say.mjs'

/**
 * What is checked without running anything: a title, the program in `node_modules`, its arguments.
 *
 * @type {[title: string, program: string, args: string[]][]}
 */
const CHECKS = [
  ['the format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']],
  ['the rules of the linter', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']],
  ['the types of the main side', 'typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.main.json']],
  ['the types of the window', 'vue-tsc/bin/vue-tsc.js', ['--noEmit', '-p', 'tsconfig.renderer.json']],
  ['the types of the tests', 'typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.test.json']],
  ['that nothing is unused', 'knip/bin/knip.js', ['--no-progress', '--no-config-hints']],
  [
    'that nothing serves tests alone',
    'knip/bin/knip.js',
    ['--no-progress', '--no-config-hints', '--production', '--include', 'files,exports,types'],
  ],
]

/** Checks format, rules, types and unused code of the whole project; returns a sentence for each check that fails. */
export async function checkSources() {
  const failures = []
  for (const [title, program, args] of CHECKS) {
    sayStep(`Checking ${title}`)
    const started = Date.now()
    const { code } = await runProgram(requireNode(), [inProject('node_modules', program), ...args], { cwd: projectDir })
    if (code === 0) sayNote(since(started))
    else failures.push(`checking ${title} found faults (${program.split('/')[0]} ${args.join(' ')})`)
  }
  return failures
}
