import type { Command } from 'commander'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { placesOf } from '../library/places-of.ts'
import { print, printJson } from '../output/output.ts'
import { exits } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnosis } from '../../../library/library.ts'
import type { Places } from '../../places.ts'

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

/**
 * One examined item. `advice` tells what to do, even if all is well but could be better; empty if there is no advice.
 */
type Check = { name: string; ok: boolean; message: string; advice: string }

/** Checks of the program that need no open library. */
function examineMachine(places: Places): Check[] {
  const isBuilt = existsSync(join(places.rendererDir, 'index.html'))
  return [
    {
      name: 'program',
      ok: true,
      message: `Node ${process.versions.node} on ${process.platform} ${process.arch}`,
      advice: '',
    },
    {
      name: 'window',
      ok: true,
      message: isBuilt ? 'built' : 'not built yet',
      advice: isBuilt ? '' : 'Run "npm run setup" before "lumafold serve"; the command line does not need it.',
    },
  ]
}

/** A diagnosis by a library as a check: only problems are not ok. */
function toCheck({ area, level, message, advice }: Diagnosis): Check {
  return { name: area, ok: level !== 'problem', message: inEnglish(message), advice: inEnglish(advice) }
}
