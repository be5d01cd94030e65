import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Command } from 'commander'
import type { HistoryEntry } from '../../../contract/library/history.ts'
import { parseWhole } from '../arguments/arguments.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { formatTable, print, printJson, tell } from '../output/output.ts'

type HistoryOptions = CommonOptions & { json?: boolean; limit: number }

/** `lumafold history [--limit N] [--json]` */
export function historyCommand(program: Command): void {
  program
    .command('history')
    .description('list what was done to photos, the newest first')
    .option('--limit <n>', 'at most so many', parseWhole(1, 1000), 50)
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<HistoryOptions>()
      await withLibrary({ options, owner: 'lumafold history' }, async (library) => {
        const entries = await library.calls.history.list({ limit: options.limit })
        if (options.json) printJson(entries.map(toJson))
        else if (entries.length === 0) tell('Nothing was done yet.')
        else for (const line of formatTable(entries.map(describe))) print(line)
      })
    })
}

const toJson = ({ id, atMs, kind, sentence, count, isUndone }: HistoryEntry) => ({
  id,
  at: new Date(atMs).toISOString(),
  kind,
  sentence: inEnglish(sentence),
  count,
  is_undone: isUndone,
})

const describe = ({ id, atMs, sentence, isUndone }: HistoryEntry): string[] => [
  String(id),
  new Date(atMs).toLocaleString('sv'),
  isUndone ? `${inEnglish(sentence)} (undone)` : inEnglish(sentence),
]
