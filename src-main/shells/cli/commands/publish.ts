import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { mkdirSync } from 'node:fs'
import type { Command } from 'commander'
import type { PublishFolder } from '../../../contract/library/publishing.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { toPath } from '../arguments/to-path.ts'
import { findPreset, readSettings } from '../exporting/read-settings.ts'
import { addSettingsOptions, type SettingsOptions } from '../exporting/settings-options.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, formatTable, note, print, printJson, tell } from '../output/output.ts'
import { exitAfter, NothingFound } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'

const owner = 'lumafold publish'

/** `lumafold publish list|add|run|remove` */
export function publishCommand(program: Command): void {
  const publish = program
    .command('publish')
    .description('folders of exports that are kept in step with photos while a window is open')
  addList(publish)
  addAdd(publish)
  addRun(publish)
  addRemove(publish)
}

function addList(publish: Command): void {
  publish
    .command('list', { isDefault: true })
    .description('list the folders and whether they are in step')
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { json?: boolean }>()
      await withLibrary({ options, owner }, async (library) => {
        const folders = await library.calls.publishing.list()
        if (options.json) printJson(folders.map((folder) => ({ ...folder, problem: inEnglish(folder.problem) })))
        else if (folders.length === 0) note('No folder is published yet; "lumafold publish add NAME" adds one.')
        else for (const line of formatTable(folders.map(toCells))) print(line)
      })
    })
}

const toCells = ({ name, state, files, target, isOn }: PublishFolder): string[] => [
  name,
  isOn ? state : 'off',
  count(files, 'file'),
  target,
]

function addAdd(publish: Command): void {
  const add = publish
    .command('add')
    .description('keep a folder in step with the photos that a search finds, and bring it in step')
    .argument('<name>')
    .requiredOption('--query <text>', 'the search; "" is the whole library')
    .requiredOption('--to <dir>', 'the folder; made where it is new')
    .option('--preset <name>', 'settings that were saved under a name; other options come before them')
  addSettingsOptions(add).action(async (name: string, _options, command: Command) => {
    const options = command.optsWithGlobals<
      CommonOptions & SettingsOptions & { query: string; to: string; preset?: string }
    >()
    await withLibrary({ options, owner }, async (library) => {
      const preset = options.preset === undefined ? undefined : await findPreset(library, options.preset)
      const settings = await readSettings(library, options, preset)
      const path = toPath(options.to)
      mkdirSync(path, { recursive: true })
      const { id: targetId } = await library.hostCalls.registerTarget({ path })
      const query = { filter: { text: options.query }, sort: { by: 'takenAt' as const, order: 'asc' as const } }
      const { id } = await library.calls.publishing.add({ name, source: { kind: 'query', query }, settings, targetId })
      tellRun(await library.calls.publishing.run({ id }))
    })
  })
}

function addRun(publish: Command): void {
  publish
    .command('run')
    .description('bring a folder in step now, or all of them')
    .argument('[name]')
    .action(async (name: string | undefined, _options, command: Command) => {
      await withLibrary({ options: command.optsWithGlobals<CommonOptions>(), owner }, async (library) => {
        const folders = name === undefined ? await library.calls.publishing.list() : [await find(library, name)]
        for (const { id, isOn } of folders)
          if (isOn || name !== undefined) tellRun(await library.calls.publishing.run({ id }))
      })
    })
}

function addRemove(publish: Command): void {
  publish
    .command('remove')
    .description('keep a folder in step no longer')
    .argument('<name>')
    .option('--with-files', 'also remove its files, where they are as they were written')
    .action(async (name: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { withFiles?: boolean }>()
      await withLibrary({ options, owner }, async (library) => {
        const { id } = await find(library, name)
        print((await library.calls.publishing.remove({ id, withFiles: options.withFiles ?? false })).sentence)
      })
    })
}

async function find(library: OpenLibrary, name: string): Promise<PublishFolder> {
  const found = (await library.calls.publishing.list()).find(
    (folder) => folder.name.toLowerCase() === name.toLowerCase(),
  )
  if (found !== undefined) return found
  throw new NothingFound(`No published folder is called “${name}”.`)
}

function tellRun({ name, state, problem, files, notes, target }: PublishFolder): void {
  for (const { file, reason } of notes) tell(`${file}: ${inEnglish(reason)}`)
  if (problem !== null) tell(`${name}: ${inEnglish(problem)}`)
  if (state !== 'in-step') endWith(exitAfter({ done: files, failed: 1 }))
  else print(`${name}: ${count(files, 'file')} in ${target}`)
}
