import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { readFile, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { ChangeResult } from '../../../contract/library/history.ts'
import type { Keyword } from '../../../contract/library/keywords.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { collect } from '../arguments/arguments.ts'
import { type CommonOptions, withLibrary } from '../library/with-library.ts'
import { count, note, print, printJson } from '../output/output.ts'
import { around } from '../surroundings/run.ts'

type Work<Options> = (library: OpenLibrary, options: Options) => Promise<void>

/** `lumafold keywords list|create|rename|move|merge|remove|synonyms|export|import` */
export function keywordsCommand(program: Command): void {
  const keywords = program
    .command('keywords')
    .description('the tree of keywords: list, rename, merge, move, synonyms, lists')
  keywords
    .command('list', { isDefault: true })
    .description('list keywords with how many photos carry each, or one below it')
    .option('--json', 'print JSON (see JSON.md)')
    .action((_options, command: Command) => run(command, list))
  keywords
    .command('create')
    .description('make a keyword that no photo has yet')
    .argument('<keyword>', 'its name, with the levels above it: "Places/Austria/Vienna"')
    .action((name: string, _options, command: Command) =>
      run(
        command,
        changeAndReport((library) => library.calls.keywords.create({ name })),
      ),
    )
  changeCommands(keywords)
  keywords
    .command('export')
    .description('write the list in Lightroom’s format: a tab for each level, {synonyms}, [categories]')
    .argument('[file]', 'a text file; standard output without one')
    .action((file: string | undefined, _options, command: Command) => run(command, exportList(file)))
  keywords
    .command('import')
    .description('take a list in that format into the tree; "lumafold undo" takes it back')
    .argument('<file>', 'a text file')
    .action((file: string, _options, command: Command) => run(command, importList(file)))
}

/** Commands that change keywords of photos. */
function changeCommands(keywords: Command): void {
  keywords
    .command('rename')
    .description('give a keyword another name, with all below it, on every photo that carries it')
    .argument('<keyword>', 'its name, with the levels above it')
    .argument('<name>', 'the new name, with the levels above it')
    .action((from: string, to: string, _options, command: Command) =>
      run(
        command,
        changeAndReport((library) => library.calls.keywords.move({ from, to })),
      ),
    )
  keywords
    .command('move')
    .description('move a keyword below another one, or to the top')
    .argument('<keyword>', 'its name, with the levels above it')
    .option('--into <keyword>', 'the keyword that it is to lie below')
    .option('--top', 'to the top')
    .action((name: string, { into, top }: { into?: string; top?: boolean }, command: Command) => {
      if ((into === undefined) === (top !== true)) command.error('error: say where to with --into or --top')
      const leaf = name.slice(name.lastIndexOf('/') + 1)
      const to = into === undefined ? leaf : `${into}/${leaf}`
      return run(
        command,
        changeAndReport((library) => library.calls.keywords.move({ from: name, to })),
      )
    })
  mergeCommands(keywords)
  keywords
    .command('synonyms')
    .description('print the synonyms of a keyword, or change them')
    .argument('<keyword>', 'its name, with the levels above it')
    .option('--add <word>', 'a synonym to add (may be repeated)', collect, [])
    .option('--remove <word>', 'a synonym to take away (may be repeated)', collect, [])
    .option('--in-exports', 'exported photos carry its synonyms, too')
    .option('--not-in-exports', 'exported photos do not carry its synonyms')
    .action((name: string, _options, command: Command) => run(command, synonyms(name)))
}

/** Commands that reduce the number of keywords. */
function mergeCommands(keywords: Command): void {
  keywords
    .command('merge')
    .description('make keywords one, with all below them')
    .argument('<keyword...>', 'those that go')
    .requiredOption('--into <keyword>', 'the one that stays')
    .option('--no-synonyms', 'do not keep their names as synonyms of the one that stays')
    .action((names: string[], { into, synonyms }: { into: string; synonyms: boolean }, command: Command) =>
      run(
        command,
        changeAndReport((library) => library.calls.keywords.merge({ names, into, keepsNames: synonyms })),
      ),
    )
  keywords
    .command('remove')
    .description('take a keyword and all below it off every photo and out of the tree')
    .argument('<keyword>', 'its name, with the levels above it')
    .action((name: string, _options, command: Command) =>
      run(
        command,
        changeAndReport((library) => library.calls.keywords.remove({ name })),
      ),
    )
}

function run<Options extends CommonOptions>(command: Command, work: Work<Options>): Promise<void> {
  const options = command.optsWithGlobals<Options>()
  return withLibrary({ options, owner: 'lumafold keywords' }, (library) => work(library, options))
}

/** Makes a change, writes it into sidecars if that is on, and prints what was done. */
const changeAndReport =
  (change: (library: OpenLibrary) => Promise<ChangeResult>): Work<CommonOptions> =>
  async (library) => {
    const { sentence } = await change(library)
    await library.calls.metadata.write()
    print(sentence)
  }

async function list(library: OpenLibrary, { json }: CommonOptions & { json?: boolean }): Promise<void> {
  const keywords = await library.calls.keywords.list()
  if (json) return printJson(keywords.map(toJson))
  if (keywords.length === 0) note('There are no keywords yet: tag photos, or import a list.')
  for (const { name, total, synonyms: others } of keywords) {
    const indent = '  '.repeat(name.split('/').length - 1)
    const also = others.length === 0 ? '' : ` {${others.join(', ')}}`
    print(`${indent}${name.slice(name.lastIndexOf('/') + 1)}${also} (${count(total, 'photo')})`)
  }
}

const toJson = ({ name, count: own, total, ...record }: Keyword) => ({
  name,
  photos: own,
  photos_below: total,
  synonyms: record.synonyms,
  color: record.color,
  is_exported: record.isExported,
  exports_synonyms: record.exportsSynonyms,
})

type SynonymOptions = CommonOptions & { add: string[]; remove: string[]; inExports?: boolean; notInExports?: boolean }

const synonyms =
  (name: string): Work<SynonymOptions> =>
  async (library, { add, remove, inExports = false, notInExports = false }) => {
    const keywords = await library.calls.keywords.list()
    const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
    const present = keywords.find((each) => isSame(each.name, name))?.synonyms ?? []
    if (add.length + remove.length > 0 || inExports || notInExports) {
      const wanted = [...present, ...add].filter((word) => !remove.some((gone) => isSame(gone, word)))
      const exported = inExports === notInExports ? {} : { exportsSynonyms: inExports }
      print((await library.calls.keywords.edit({ name, synonyms: wanted, ...exported })).sentence)
    } else for (const word of present) print(word)
  }

const exportList =
  (file: string | undefined): Work<CommonOptions> =>
  async (library) => {
    const { text, count: keywords } = await library.calls.keywords.export()
    if (file === undefined) return void around().stdout.write(text)
    await writeFile(file, text)
    print(`${count(keywords, 'keyword')} in ${file}`)
  }

const importList =
  (file: string): Work<CommonOptions> =>
  async (library) => {
    const { sentence, added, changed } = await library.calls.keywords.import({ text: await readFile(file, 'utf8') })
    print(`${inEnglish(sentence)}: ${added.toLocaleString('en')} new, ${changed.toLocaleString('en')} changed`)
  }
