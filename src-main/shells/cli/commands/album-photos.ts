import type { Command } from 'commander'
import type { PhotoQuery } from '../../../contract/library/query.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { findAlbum, findPhotoAlbum } from '../library/find-album.ts'
import { findPhoto, findPhotos } from '../library/find-photos.ts'
import type { CommonOptions } from '../library/with-library.ts'
import { note, print, printJson, untilTaken } from '../output/output.ts'
import { NothingFound } from '../surroundings/exit-codes.ts'

type Run = <Options extends CommonOptions>(
  command: Command,
  work: (library: OpenLibrary, options: Options) => Promise<void>,
) => Promise<void>
type AddOptions = CommonOptions & { before?: string; search?: string }
type OrderOptions = CommonOptions & { before?: string; by?: 'taken' | 'name' | 'rating' }

const orders = {
  taken: { by: 'takenAt', order: 'asc' },
  name: { by: 'name', order: 'asc' },
  rating: { by: 'rating', order: 'desc' },
} as const satisfies Record<string, PhotoQuery['sort']>

/** `lumafold album show|add|take-out|order` */
export function albumPhotosCommands(album: Command, run: Run): void {
  album
    .command('show')
    .description('list the photos of an album in its order')
    .argument('<album>', 'its path')
    .option('--json', 'print JSON (see JSON.md)')
    .action((path: string, _options, command: Command) => run(command, show(path)))
  album
    .command('add')
    .description('put photos into an album, at its end or before another photo')
    .argument('<album>', 'its path')
    .argument('[path...]', 'files of the photos, in the order in which they are to come')
    .option('--search <text>', 'put in what this search finds, by the time taken')
    .option('--before <path>', 'the photo that they are to stand before')
    .action((to: string, paths: string[], { search }: AddOptions, command: Command) => {
      if (paths.length > 0 === (search !== undefined)) command.error('error: name photos, or a search with --search')
      return run<AddOptions>(command, add(to, paths))
    })
  album
    .command('take-out')
    .description('take photos out of an album; they stay in the library')
    .argument('<album>', 'its path')
    .argument('<path...>', 'files of the photos')
    .action((from: string, paths: string[], _options, command: Command) => run(command, takeOut(from, paths)))
  album
    .command('order')
    .description('move photos of an album to its end or before another photo, or order all of it')
    .argument('<album>', 'its path')
    .argument('[path...]', 'files of the photos, in the order in which they are to come')
    .option('--before <path>', 'the photo that they are to stand before')
    .option('--by <what>', 'order the whole album by taken, name or rating')
    .action((path: string, paths: string[], { by }: OrderOptions, command: Command) => {
      if (paths.length > 0 === (by !== undefined)) command.error('error: name photos, or an order with --by')
      if (by !== undefined && !Object.hasOwn(orders, by)) command.error('error: --by takes taken, name or rating')
      return run<OrderOptions>(command, order(path, paths))
    })
}

const show =
  (path: string) =>
  async (library: OpenLibrary, { json }: CommonOptions & { json?: boolean }): Promise<void> => {
    const { node } = await findAlbum(library, path)
    const query: PhotoQuery =
      node.kind === 'album'
        ? { filter: { albumId: node.id }, sort: { by: 'album', order: 'asc' } }
        : { filter: filterOf(node.search), sort: node.search.sort }
    const ids = await library.calls.photos.ids(query)
    const paths: string[] = []
    for (const id of ids) {
      const photo = await library.hostCalls.locatePhoto({ id })
      if (json) paths.push(photo)
      else print(photo)
      await untilTaken()
    }
    if (json) printJson(paths)
    else if (ids.length === 0) note('The album has no photos yet.')
  }

const filterOf = ({ text, folderId }: { text: string; folderId: number | null }): PhotoQuery['filter'] => ({
  ...(text === '' ? {} : { text }),
  ...(folderId === null ? {} : { folderId }),
})

const before = async (library: OpenLibrary, path: string | undefined): Promise<number | null> =>
  path === undefined ? null : findPhoto(library, path)

const add =
  (to: string, paths: readonly string[]) =>
  async (library: OpenLibrary, options: AddOptions): Promise<void> => {
    const { id } = await findPhotoAlbum(library, to)
    const ids =
      options.search === undefined
        ? await findPhotos(library, paths)
        : await library.calls.photos.ids({ filter: { text: options.search }, sort: orders.taken })
    if (ids.length === 0) throw new NothingFound(`“${options.search}” finds no photo.`)
    print((await library.calls.albums.add({ id, ids, before: await before(library, options.before) })).sentence)
  }

const takeOut = (from: string, paths: readonly string[]) => async (library: OpenLibrary) => {
  const { id } = await findPhotoAlbum(library, from)
  print((await library.calls.albums.takeOut({ id, ids: await findPhotos(library, paths) })).sentence)
}

const order =
  (path: string, paths: readonly string[]) =>
  async (library: OpenLibrary, options: OrderOptions): Promise<void> => {
    const { id } = await findPhotoAlbum(library, path)
    const ids =
      options.by === undefined
        ? await findPhotos(library, paths)
        : await library.calls.photos.ids({ filter: { albumId: id }, sort: orders[options.by] })
    if (ids.length === 0) throw new NothingFound('The album has no photos yet.')
    print((await library.calls.albums.reorder({ id, ids, before: await before(library, options.before) })).sentence)
  }
