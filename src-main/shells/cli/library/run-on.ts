import type { Command } from 'commander'
import type { OpenLibrary } from '../../../library/library.ts'
import { type CommonOptions, withLibrary } from './with-library.ts'

/** Runs a subcommand of `lumafold classifiers` on the opened library. */
export function runOn<Options extends object>(
  command: Command,
  work: (library: OpenLibrary, options: CommonOptions & Options & { json?: boolean }) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<CommonOptions & Options & { json?: boolean }>()
  return withLibrary({ options, owner: 'lumafold classifiers' }, (library) => work(library, options))
}
