import type { Command } from 'commander'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import { findPlaces } from '../../places.ts'
import { examineMachine, toCheck, type Check } from '../library/examine.ts'
import { print, printJson } from '../output/output.ts'
import { withCore, type CommonOptions } from '../library/with-core.ts'

/** `lumafold doctor` */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the library, its files and the models, and say what to do')
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { json?: boolean }>()
      const checks = [...examineMachine(findPlaces(options)), ...(await examineLibrary(options))]
      const ok = checks.every((check) => check.ok)
      if (options.json) printJson({ ok, checks })
      else tellChecks(checks)
      if (!ok) process.exitCode = 1
    })
}

/** What helps where a library cannot be opened, by the code of the error. */
const advices: Partial<Record<ErrorCode, string>> = {
  'library-in-use': 'Close it, then run the doctor again.',
  'disk-full': 'Free some space on its disk, then run the doctor again.',
}

/** A library that cannot be opened is a finding like any other. */
async function examineLibrary(options: CommonOptions): Promise<Check[]> {
  try {
    const found = await withCore({ options, owner: 'lumafold doctor' }, (core) => core.examine())
    return found.map(toCheck)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const advice = advices[error.code] ?? 'Bring back a copy of the library, or name another one with --library.'
    return [{ name: 'library', ok: false, message: error.message, advice }]
  }
}

function tellChecks(checks: readonly Check[]): void {
  for (const { name, ok, message, advice } of checks) {
    print(`${ok ? 'ok  ' : 'BAD '} ${name}: ${message}`)
    if (advice) print(`     ${advice}`)
  }
  const bad = checks.filter((check) => !check.ok).length
  print(bad === 0 ? 'All is well.' : `${bad} of ${checks.length} checks found something to put right.`)
}
