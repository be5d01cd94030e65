import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { ExportPreset } from '../../../contract/library/export-preset.ts'
import { toPath } from '../arguments/to-path.ts'
import { findPreset, readSettings } from '../exporting/read-settings.ts'
import { addSettingsOptions, type SettingsOptions } from '../exporting/settings-options.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { formatTable, note, print, printJson } from '../output/output.ts'

const owner = 'lumafold presets'

/** `lumafold presets list|save|remove|export|import` */
export function presetsCommand(program: Command): void {
  const presets = program.command('presets').description('settings of exports under names')
  addList(presets)
  addSave(presets)
  addRemove(presets)
  addFiles(presets)
}

function addList(presets: Command): void {
  presets
    .command('list', { isDefault: true })
    .description('list presets by name')
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { json?: boolean }>()
      await withLibrary({ options, owner }, async (library) => {
        const list = await library.calls.exportPresets.list()
        if (options.json) printJson(list.map(({ name, settings }) => ({ name, settings })))
        else if (list.length === 0) note('There is no preset yet; "lumafold presets save NAME" saves one.')
        else for (const line of formatTable(list.map(toCells))) print(line)
      })
    })
}

const toCells = ({ name, settings }: ExportPreset): string[] => [
  name,
  settings.kind === 'contact-sheet'
    ? `contact sheet, ${settings.sheet.paper.toUpperCase()}`
    : `${settings.format}, ${settings.outputs.map((output) => (output.kind === 'crop' ? `${output.size.width}x${output.size.height}` : sizeOf(output.size))).join(', ')}`,
]

function sizeOf(size: { by: string; pixels?: number; megapixels?: number }): string {
  if (size.by === 'original') return 'original size'
  return size.by === 'megapixels' ? `${size.megapixels} MP` : `${size.by.replace('-', ' ')} ${size.pixels}`
}

function addSave(presets: Command): void {
  const save = presets
    .command('save')
    .description(
      'save settings under a name; a preset of this name is replaced, and keeps the settings that are not given',
    )
    .argument('<name>')
  addSettingsOptions(save).action(async (name: string, _options, command: Command) => {
    const options = command.optsWithGlobals<CommonOptions & SettingsOptions>()
    await withLibrary({ options, owner }, async (library) => {
      const list = await library.calls.exportPresets.list()
      const former = list.find((preset) => preset.name.toLowerCase() === name.trim().toLowerCase())
      const settings = await readSettings(library, options, former)
      const { sentence } = await library.calls.exportPresets.save({ ...(former && { id: former.id }), name, settings })
      print(sentence)
    })
  })
}

function addRemove(presets: Command): void {
  presets
    .command('remove')
    .description('remove a preset; "lumafold undo" brings it back')
    .argument('<name>')
    .action(async (name: string, _options, command: Command) => {
      await withLibrary({ options: command.optsWithGlobals<CommonOptions>(), owner }, async (library) => {
        const { id } = await findPreset(library, name)
        print((await library.calls.exportPresets.remove({ id })).sentence)
      })
    })
}

function addFiles(presets: Command): void {
  presets
    .command('export')
    .description('write a preset into a file, for other libraries')
    .argument('<name>')
    .option('--to <dir>', 'folder of the file', '.')
    .action(async (name: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { to: string }>()
      await withLibrary({ options, owner }, async (library) => {
        const { id } = await findPreset(library, name)
        const { fileName, text } = await library.calls.exportPresets.write({ id })
        const path = join(toPath(options.to), fileName)
        await writeFile(path, text, { flag: 'wx' })
        print(path)
      })
    })
  presets
    .command('import')
    .description('take presets over from their files')
    .argument('<file...>')
    .action(async (files: string[], _options, command: Command) => {
      await withLibrary({ options: command.optsWithGlobals<CommonOptions>(), owner }, async (library) => {
        for (const file of files) {
          const { sentence } = await library.calls.exportPresets.read({ text: await readFile(toPath(file), 'utf8') })
          print(sentence)
        }
      })
    })
}
