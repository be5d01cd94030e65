import type { Command } from 'commander'
import type { ChangeResult } from '../../../contract/library/history.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { parseWhole } from '../arguments/arguments.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { print } from '../output/output.ts'

type UndoOptions = CommonOptions & { id?: number }

/** `lumafold undo [--id N]` */
export const undoCommand = (program: Command): void =>
  addCommand(program, {
    name: 'undo',
    description: 'put back what the last change altered, or one of the history',
    run: (library, input) => library.calls.history.undo(input),
  })

/** `lumafold redo [--id N]` */
export const redoCommand = (program: Command): void =>
  addCommand(program, {
    name: 'redo',
    description: 'do again what was undone last, or one of the history',
    run: (library, input) => library.calls.history.redo(input),
  })

type Reverse = {
  name: 'undo' | 'redo'
  description: string
  run(library: OpenLibrary, input: { id?: number }): Promise<ChangeResult>
}

function addCommand(program: Command, { name, description, run }: Reverse): void {
  program
    .command(name)
    .description(description)
    .option('--id <n>', 'number of the change, as "lumafold history" lists it', parseWhole(1, Number.MAX_SAFE_INTEGER))
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<UndoOptions>()
      await withLibrary({ options, owner: `lumafold ${name}` }, async (library) => {
        const { sentence } = await run(library, options.id === undefined ? {} : { id: options.id })
        await library.calls.metadata.write()
        print(sentence)
      })
    })
}
