import { AppError } from '../../../contract/errors.ts'
import type { AlbumNode } from '../../../contract/library/albums.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { NothingFound } from '../surroundings/exit-codes.ts'

/** An album of the tree with its full name, as in `Travel/Rome`. */
export type NamedAlbum = { node: AlbumNode; path: string }

/** All albums in the order of the tree. */
export async function listNamedAlbums(library: OpenLibrary): Promise<NamedAlbum[]> {
  const nodes = await library.calls.albums.list()
  const paths = new Map<number, string>()
  return nodes.map((node) => {
    const before = node.parentId === null ? '' : `${paths.get(node.parentId) ?? ''}/`
    const path = before + node.name.replaceAll('/', '\\')
    if (node.kind === 'album') paths.set(node.id, path)
    return { node, path }
  })
}

/**
 * The album with a full name, or with a name that is unique, ignoring capitals. Throws if there is none, and
 * `bad-params` with the paths of several.
 */
export async function findAlbum(library: OpenLibrary, wanted: string): Promise<NamedAlbum> {
  const all = await listNamedAlbums(library)
  const isSame = (text: string) => text.toLowerCase() === wanted.trim().replace(/\/+$/, '').toLowerCase()
  const byPath = all.filter(({ path }) => isSame(path))
  const found = byPath.length > 0 ? byPath : all.filter(({ node }) => isSame(node.name))
  const [first, ...others] = found
  if (first === undefined) throw new NothingFound(`There is no album “${wanted}”: see "lumafold album list".`)
  if (others.length > 0)
    throw new AppError(
      'bad-params',
      `Several albums are called “${wanted}”: name one by its path, such as “${found.map(({ path }) => path).join('” or “')}”.`,
    )
  return first
}

/** The same for an album that photos are put into. Throws `bad-params` for a smart album, whose search fills it. */
export async function findPhotoAlbum(library: OpenLibrary, wanted: string): Promise<{ id: number; path: string }> {
  const { node, path } = await findAlbum(library, wanted)
  if (node.kind === 'album') return { id: node.id, path }
  throw new AppError('bad-params', `“${path}” is a smart album: its photos are those that “${node.search.text}” finds.`)
}
