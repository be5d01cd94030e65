import type { Command } from 'commander'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { examineMachine, toCheck, type Check } from '../library/examine.ts'
import { placesOf } from '../library/places-of.ts'
import { print, printJson } from '../output/output.ts'
import { exits } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'

type DoctorOptions = CommonOptions & { json?: boolean; repair?: boolean }
type Examined = { checks: Check[]; repaired: string[] }

/** `lumafold doctor [--repair]` */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the library, its files and the models, and say what to do')
    .option('--repair', 'mend what can be mended, after a backup, and say what was done')
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<DoctorOptions>()
      const { checks: found, repaired } = await examineLibrary(options)
      const checks = [...examineMachine(placesOf(options)), ...found]
      const ok = checks.every((check) => check.ok)
      if (options.json) printJson({ ok, checks, ...(options.repair ? { repaired } : {}) })
      else tell(checks, repaired)
      if (!ok) endWith(exits.failed)
    })
}

/** Advice if a library cannot be opened, by the code of the error. */
const advices: Partial<Record<ErrorCode, string>> = {
  'library-in-use': 'Close it, then run the doctor again.',
  'disk-failing': 'Check the disk and its cable, and copy the library to another one.',
  'disk-full': 'Free some space on its disk, then run the doctor again.',
  'library-too-new': 'Update Lumafold, or name another library with --library.',
}

/** A library that cannot be opened is a finding like any other. */
async function examineLibrary({ repair = false, ...options }: DoctorOptions): Promise<Examined> {
  try {
    return await withLibrary({ options, owner: 'lumafold doctor', checkFirst: repair }, async (library) => {
      const repaired = repair ? (await library.repair()).map(inEnglish) : []
      return { repaired, checks: (await library.examine()).map(toCheck) }
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const advice =
      advices[error.code] ?? '"lumafold backup list" shows the backups; "lumafold backup restore" restores one.'
    return { checks: [{ name: 'library', ok: false, message: error.message, advice }], repaired: [] }
  }
}

function tell(checks: readonly Check[], repaired: readonly string[]): void {
  for (const line of repaired) print(`done repair: ${line}`)
  tellChecks(checks)
}

function tellChecks(checks: readonly Check[]): void {
  for (const { name, ok, message, advice } of checks) {
    print(`${ok ? 'ok  ' : 'BAD '} ${name}: ${message}`)
    if (advice) print(`     ${advice}`)
  }
  const bad = checks.filter((check) => !check.ok).length
  print(bad === 0 ? 'All is well.' : `${bad} of ${checks.length} checks found something to put right.`)
}
