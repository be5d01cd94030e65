import type { Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import type { MetadataTemplate } from '../../../contract/library/metadata-template.ts'
import { placeholders } from '../../../contract/library/template-placeholders.ts'
import { type TextField, textFields } from '../../../contract/library/text-fields.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { findPhotos } from '../library/find-photos.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { print } from '../output/output.ts'
import { collect, optionOf } from './set.ts'
import { NothingFound } from '../surroundings/exit-codes.ts'

type SaveOptions = CommonOptions & { field?: string[]; from?: string }

/** `lumafold template list | save NAME | apply NAME PATH... | remove NAME` */
export function templateCommand(program: Command): void {
  const template = program.command('template').description('sets of texts that photos get together')
  template
    .command('list')
    .description('list the templates with their fields')
    .action((_options, command: Command) =>
      withLibrary(
        { options: command.optsWithGlobals<CommonOptions>(), owner: 'lumafold template' },
        async (library) => {
          for (const { name, fields } of await library.calls.templates.list()) {
            print(name)
            for (const field of textFields)
              if (fields[field] !== undefined) print(`  ${optionOf(field)}: ${fields[field].replaceAll('\n', ' ')}`)
          }
        },
      ),
    )
  template
    .command('save')
    .description('save a template, in the place of one of the same name')
    .argument('<name>')
    .option('--field <name=text>', 'a text of it; an empty one clears', collect)
    .option('--from <path>', 'takes the texts of a photo')
    .addHelpText('after', `\nPlaceholders: ${placeholders.map((name) => `{${name}}`).join(', ')}`)
    .action((name: string, _options, command: Command) => save(name, command.optsWithGlobals<SaveOptions>()))
  applyCommand(template)
}

/** Commands that use or remove a template. */
function applyCommand(template: Command): void {
  template
    .command('apply')
    .description('give photos the texts of a template; no file is changed by it')
    .argument('<name>')
    .argument('<path...>', 'files of the photos')
    .action((name: string, paths: string[], _options, command: Command) =>
      withLibrary(
        { options: command.optsWithGlobals<CommonOptions>(), owner: 'lumafold template' },
        async (library) => {
          const { id } = await find(library, name)
          const { sentence } = await library.calls.templates.apply({ id, ids: await findPhotos(library, paths) })
          await library.calls.metadata.write()
          print(sentence)
        },
      ),
    )
  template
    .command('remove')
    .description('remove a template; photos keep what they got')
    .argument('<name>')
    .action((name: string, _options, command: Command) =>
      withLibrary(
        { options: command.optsWithGlobals<CommonOptions>(), owner: 'lumafold template' },
        async (library) => {
          const { id } = await find(library, name)
          print((await library.calls.templates.remove({ id })).sentence)
        },
      ),
    )
}

async function save(name: string, options: SaveOptions): Promise<void> {
  await withLibrary({ options, owner: 'lumafold template' }, async (library) => {
    const present = (await library.calls.templates.list()).find((each) => isNamed(each, name))
    const given = (options.field ?? []).map(entryOf)
    const fields = Object.fromEntries([
      ...(options.from === undefined ? [] : await textsOf(library, options.from)),
      ...given,
    ])
    const id = present === undefined ? {} : { id: present.id }
    print((await library.calls.templates.save({ name, fields, ...id })).sentence)
  })
}

async function textsOf(library: OpenLibrary, path: string): Promise<[TextField, string][]> {
  const [id] = await findPhotos(library, [path])
  const { metadata } = await library.calls.photos.get({ id: id! })
  return textFields.flatMap((field): [TextField, string][] => (metadata[field] ? [[field, metadata[field]]] : []))
}

function entryOf(text: string): [TextField, string] {
  const cut = text.indexOf('=')
  const field = textFields.find((each) => optionOf(each) === text.slice(0, Math.max(0, cut)))
  if (field === undefined)
    throw new AppError(
      'bad-params',
      `“${text}” is no field. Write name=text; names are ${textFields.map(optionOf).join(', ')}.`,
    )
  return [field, text.slice(cut + 1)]
}

const isNamed = ({ name }: MetadataTemplate, wanted: string): boolean => name.toLowerCase() === wanted.toLowerCase()

async function find(library: OpenLibrary, name: string): Promise<MetadataTemplate> {
  const found = (await library.calls.templates.list()).find((each) => isNamed(each, name))
  if (found === undefined)
    throw new NothingFound(`There is no template called “${name}”. "lumafold template list" lists them.`)
  return found
}
