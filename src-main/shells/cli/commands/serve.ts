import { homedir } from 'node:os'
import { Option, type Command } from 'commander'
import type { OpenLibrary } from '../../../library/library.ts'
import { openLogFile } from '../../log-file.ts'
import { openAllowedFolders, type AllowedFolders } from '../../browser/allowed-folders.ts'
import { openPage, type PageView } from '../../browser/open-page.ts'
import type { BrowserShell } from '../../browser/start-browser-shell.ts'
import { collect, parseWhole } from '../arguments/arguments.ts'
import { placesOf } from '../library/places-of.ts'
import { note, print, tell } from '../output/output.ts'
import { personAtTerminal } from '../serving/person-at-terminal.ts'
import { untilStopped } from '../serving/until-stopped.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { addFolder } from './add.ts'

/** Tried first, so that the address stays the same; if it is taken, any free port. */
const USUAL_PORT = 4807

type ServeOptions = CommonOptions & { port?: number; root: string[]; add: string[]; open?: PageView }

/** `lumafold serve [--port P] [--root DIR...] [--add DIR]` */
export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('open the app in the browser of this machine')
    .option('--port <p>', `port to listen on (default: ${USUAL_PORT}, or a free one)`, parseWhole(0, 65_535))
    .option(
      '--root <dir>',
      'folder below which the window may name folders (may be repeated; default: the home folder)',
      collect,
      [],
    )
    .option('--add <dir>', 'folder to add to the library (may be repeated)', collect, [])
    .addOption(
      new Option(
        '--open [how]',
        'open it: in a window of its own where Chrome, Chromium or Edge is installed, otherwise as a tab',
      )
        .choices(['window', 'tab'])
        .preset('window'),
    )
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<ServeOptions>()
      const roots = [...(options.root.length > 0 ? options.root : [homedir()]), ...options.add]
      const allowed = await openAllowedFolders(roots, placesOf(options).allowedFoldersFile)
      const stopped = untilStopped()
      await withLibrary({ options, owner: 'Lumafold in the browser', watch: true }, async (library) => {
        for (const dir of options.add) await addFolder(library, dir)
        const shell = await start(library, allowed, options)
        print(`Lumafold is open at ${shell.address}`)
        const opened = options.open && (await show(shell, options.open, options))
        print('Press Ctrl+C to close it.')
        await Promise.race(opened ? [stopped, opened.closed] : [stopped])
        note('Closing.')
        await opened?.close()
        await shell.close()
      })
    })
}

function show({ address }: BrowserShell, view: PageView, options: ServeOptions) {
  const { windowProfileDir, configDir } = placesOf(options)
  return openPage({ address, view, profileDir: windowProfileDir, privateDir: configDir, note: tell })
}

async function start(library: OpenLibrary, allowed: AllowedFolders, options: ServeOptions): Promise<BrowserShell> {
  const { rendererDir, logsDir } = placesOf(options)
  const { startBrowserShell } = await import('../../browser/start-browser-shell.ts') // only this command loads it
  const common = { library, allowed, person: personAtTerminal(), rendererDir, log: openLogFile(logsDir) }
  if (options.port !== undefined) return startBrowserShell({ ...common, port: options.port })
  try {
    return await startBrowserShell({ ...common, port: USUAL_PORT })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return startBrowserShell({ ...common, port: 0 })
  }
}
