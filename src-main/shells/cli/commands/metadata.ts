import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { Argument, type Command } from 'commander'
import type { MetadataConflict, MetadataWritingState } from '../../../contract/library/metadata-writing.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, print } from '../output/output.ts'

const actions = ['status', 'write', 'conflicts', 'off', 'sidecars', 'files'] as const
type Action = (typeof actions)[number]

/** `lumafold metadata [status|write|conflicts|off|sidecars|files]` */
export function metadataCommand(program: Command): void {
  program
    .command('metadata')
    .description('write ratings, tags and texts for other programs: beside photos, into their files, or nowhere')
    .addArgument(new Argument('[action]', 'what to do').choices(actions).default('status'))
    .action(async (action: Action, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      await withLibrary({ options, owner: 'lumafold metadata' }, (library) => run(library, action))
    })
}

async function run(library: OpenLibrary, action: Action): Promise<void> {
  const { metadata } = library.calls
  if (action === 'conflicts') return printConflicts(await metadata.conflicts({ limit: 1000 }))
  if (action !== 'status' && action !== 'write') await metadata.setMode({ mode: action })
  const state = action === 'status' || action === 'off' ? await metadata.status() : await metadata.write()
  print(describe(state))
  for (const { name, reason } of await metadata.failures({ limit: 1000 })) print(`  ${name}: ${inEnglish(reason)}`)
}

const places = {
  off: 'Metadata are written nowhere',
  sidecars: 'Metadata are written beside photos',
  files: 'Metadata are written into files',
}

function describe({ mode, pending, failed, conflicts, problem }: MetadataWritingState): string {
  const parts = [
    places[mode],
    ...(mode === 'off' ? [] : [pending === 0 ? 'everything is written' : `${count(pending, 'photo')} waiting`]),
    ...(failed > 0 ? [`${count(failed, 'photo')} failed`] : []),
    ...(conflicts > 0 ? [`${count(conflicts, 'conflict')} (lumafold metadata conflicts)`] : []),
  ]
  return `${parts.join('; ')}.${problem === null ? '' : ` ${inEnglish(problem)}`}`
}

function printConflicts(conflicts: readonly MetadataConflict[]): void {
  if (conflicts.length === 0) print('Nothing was changed both here and by another program.')
  for (const { name, field, ours, theirs, target } of conflicts)
    print(`${name}: ${field} is ${word(ours)} here and ${word(theirs)} in its ${target}`)
}

const word = (value: MetadataConflict['ours']): string =>
  value === null || (Array.isArray(value) && value.length === 0) ? 'empty' : JSON.stringify(value)
