import type { Command } from 'commander'
import type { OpenLibrary } from '../../../library/library.ts'
import { type CommonOptions, withLibrary } from '../library/with-library.ts'
import { albumPhotosCommands } from './album-photos.ts'
import { findAlbum, findPhotoAlbum, listNamedAlbums, type NamedAlbum } from '../library/find-album.ts'
import { count, note, print, printJson } from '../output/output.ts'

type ListOptions = CommonOptions & { json?: boolean }
type CreateOptions = CommonOptions & { in?: string; search?: string }
type MoveOptions = CommonOptions & { into?: string; top?: boolean; before?: string }

/** `lumafold album list|create|rename|move|remove|show|add|take-out|order` */
export function albumCommand(program: Command): void {
  const album = program.command('album').description('albums: list, make, fill and order them, also smart ones')
  album
    .command('list', { isDefault: true })
    .description('list albums and how many photos each has')
    .option('--json', 'print JSON (see JSON.md)')
    .action((_options, command: Command) => run(command, list))
  album
    .command('create')
    .description('make an album')
    .argument('<name>', 'what it is called')
    .option('--in <album>', 'the album that it lies in, by its path: "Travel/Italy"')
    .option('--search <text>', 'make a smart album, which shows what this search finds')
    .action((name: string, _options, command: Command) => run<CreateOptions>(command, create(name)))
  album
    .command('rename')
    .description('give an album another name')
    .argument('<album>', 'its path')
    .argument('<name>', 'the new name')
    .action((path: string, name: string, _options, command: Command) => run(command, rename(path, name)))
  album
    .command('move')
    .description('move an album into another one, to the top, or before another one')
    .argument('<album>', 'its path')
    .option('--into <album>', 'the album that it is to lie in')
    .option('--top', 'to the top')
    .option('--before <album>', 'the album that it is to stand before')
    .action((path: string, { into, top, before }: MoveOptions, command: Command) => {
      if ([into, top, before].filter((each) => each !== undefined).length !== 1)
        command.error('error: say where to with one of --into, --top and --before')
      return run<MoveOptions>(command, move(path))
    })
  album
    .command('remove')
    .description('take an album away with those within it; photos stay in the library')
    .argument('<album>', 'its path')
    .action((path: string, _options, command: Command) => run(command, remove(path)))
  albumPhotosCommands(album, run)
}

function run<Options extends CommonOptions>(
  command: Command,
  work: (library: OpenLibrary, options: Options) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<Options>()
  return withLibrary({ options, owner: 'lumafold album' }, (library) => work(library, options))
}

async function list(library: OpenLibrary, { json }: ListOptions): Promise<void> {
  const albums = await listNamedAlbums(library)
  if (json) return printJson(albums.map(toJson))
  if (albums.length === 0) note('There are no albums yet: make one with "lumafold album create NAME".')
  for (const { node, path } of albums)
    print(node.kind === 'album' ? `${path} (${count(node.count, 'photo')})` : `${path} (smart: ${node.search.text})`)
}

const toJson = ({ node, path }: NamedAlbum) => ({
  path,
  name: node.name,
  kind: node.kind,
  photos: node.kind === 'album' ? node.count : null,
  search: node.kind === 'smart' ? node.search.text : null,
})

const create =
  (name: string) =>
  async (library: OpenLibrary, { in: parent, search }: CreateOptions): Promise<void> => {
    const parentId = parent === undefined ? null : (await findPhotoAlbum(library, parent)).id
    const { sentence } =
      search === undefined
        ? await library.calls.albums.create({ name, parentId })
        : await library.calls.searches.save({ name, text: search, albumId: parentId })
    print(sentence)
  }

const rename = (path: string, name: string) => async (library: OpenLibrary) => {
  const { node } = await findAlbum(library, path)
  const area = node.kind === 'album' ? library.calls.albums : library.calls.searches
  print((await area.rename({ id: node.id, name })).sentence)
}

const remove = (path: string) => async (library: OpenLibrary) => {
  const { node } = await findAlbum(library, path)
  const area = node.kind === 'album' ? library.calls.albums : library.calls.searches
  print((await area.remove({ id: node.id })).sentence)
}

const move =
  (path: string) =>
  async (library: OpenLibrary, { into, before }: MoveOptions): Promise<void> => {
    const { node } = await findAlbum(library, path)
    const next = before === undefined ? null : (await findAlbum(library, before)).node
    const parentId = into === undefined ? (next?.parentId ?? null) : (await findPhotoAlbum(library, into)).id
    const moved = { kind: node.kind, id: node.id }
    const { sentence } = await library.calls.albums.move({
      moved,
      parentId,
      before: next && { kind: next.kind, id: next.id },
    })
    print(sentence)
  }
