import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Command } from 'commander'
import type { HistoryEntry } from '../../../contract/library/history.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { parseWhole } from '../arguments/arguments.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { addRowOptions, formatTable, formatTime, note, print, printRows, type RowOptions } from '../output/output.ts'

/** Changes that are fetched at a time. */
const PAGE = 1000

type HistoryOptions = CommonOptions & RowOptions & { limit: number }

/** `lumafold history [--limit N] [--json | --jsonl]` */
export function historyCommand(program: Command): void {
  const command = program
    .command('history')
    .description('list what was done to photos, the newest first')
    .option('--limit <n>', 'maximum number', parseWhole(1, Number.MAX_SAFE_INTEGER), 50)
  addRowOptions(command).action(async (_options, self: Command) => {
    const options = self.optsWithGlobals<HistoryOptions>()
    await withLibrary({ options, owner: 'lumafold history' }, async (library) => {
      if (options.json || options.jsonl)
        return void (await printRows(changesOf(library, options.limit, toJson), options))
      const lines: string[][] = []
      for await (const line of changesOf(library, options.limit, describe)) lines.push(line)
      if (lines.length === 0) note('Nothing was done yet.')
      else for (const line of formatTable(lines)) print(line)
    })
  })
}

async function* changesOf<T>(library: OpenLibrary, limit: number, shape: (entry: HistoryEntry) => T) {
  let before: number | undefined
  for (let left = limit; left > 0; left -= PAGE) {
    const entries = await library.calls.history.list({ limit: Math.min(PAGE, left), before })
    yield* entries.map(shape)
    before = entries.at(-1)?.id
    if (before === undefined) return
  }
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
  formatTime(atMs),
  isUndone ? `${inEnglish(sentence)} (undone)` : inEnglish(sentence),
]
