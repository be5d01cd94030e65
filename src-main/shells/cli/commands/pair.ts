import type { Command } from 'commander'
import type { PairChoice } from '../../../contract/library/models.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { followEvents } from '../library/follow-events.ts'
import type { CommonOptions } from '../library/with-library.ts'
import { withModels } from '../library/with-models.ts'
import { print, tell } from '../output/output.ts'
import { exits } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'
import { createProgress } from '../output/progress.ts'

type PairOptions = CommonOptions & { install?: string; address?: string; sha256?: string; remove?: boolean }

/** `lumafold models pair [--install ID | --address URL --sha256 HEX | --remove]` */
export function pairCommand(models: Command): void {
  models
    .command('pair')
    .description('the text-image pair, by which photos are found that look like a sentence (shows:"...")')
    .option('--install <id>', 'download one of the pairs that are offered')
    .option('--address <url>', 'install the pair that the pair.json at this address describes')
    .option('--sha256 <hex>', 'SHA-256 of that pair.json')
    .option('--remove', 'remove the pair')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<PairOptions>()
      await withModels(options, (library) => changePair(library, options))
    })
}

async function changePair(library: OpenLibrary, { install, address, sha256 = '', remove }: PairOptions): Promise<void> {
  if (remove) await library.calls.models.removePair()
  if (install !== undefined) await download(library, { offer: install })
  else if (address !== undefined) await download(library, { address, sha256 })
  const { pair, offers, problem } = await library.calls.models.pair()
  if (problem) tell(problem)
  print(
    pair === null ? 'No text-image pair is installed.' : `${pair.title}, ${megabytes(pair.bytes)} MB, ${pair.licence}`,
  )
  for (const { id, title, bytes, licence } of offers)
    print(`${id}: ${title}, ${megabytes(bytes)} MB, ${licence}; not measured by us`)
  if (problem) endWith(exits.failed)
}

async function download(library: OpenLibrary, choice: PairChoice): Promise<void> {
  const progress = createProgress('MB')
  await followEvents(
    library,
    () => library.calls.models.installPair(choice),
    (event) => {
      if (event.type !== 'pair.changed') return 'go on'
      progress.show(Math.round(event.state.received / 1e6), Math.round(event.state.total / 1e6), '')
      return event.state.isInstalling ? 'go on' : 'enough'
    },
  )
  progress.end()
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
