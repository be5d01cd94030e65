import type { Command } from 'commander'
import type { OpenLibrary } from '../../../library/library.ts'
import { type CommonOptions, withCore } from './with-core.ts'

/** Runs a subcommand of `lumafold classifiers` on the opened library. */
export function runOn<Options extends object>(
  command: Command,
  work: (core: OpenLibrary, options: CommonOptions & Options & { json?: boolean }) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<CommonOptions & Options & { json?: boolean }>()
  return withCore({ options, owner: 'lumafold classifiers' }, (core) => work(core, options))
}
