import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { AlbumId, AlbumMove, AlbumRef } from '../../../contract/library/albums.ts'
import { albumAndWithin } from './album-paths.ts'
import type { AlbumPlace } from './album-places.ts'
import type { AlbumTree } from './album-rows.ts'

/**
 * The places that change when an album or a saved search is moved: all that lie where it comes to get whole numbers
 * anew, since these are few. Throws `bad-params` where something is not there, or an album would lie in itself.
 */
export function planMove(tree: AlbumTree, { moved, parentId, before }: AlbumMove): AlbumPlace[] {
  const nodes = nodesOf(tree)
  const present = nodes.find((node) => isSame(node, moved))
  if (present === undefined) throw new AppError('bad-params', say('unknown.thing', { thing: 'album', id: moved.id }))
  if (parentId !== null) requireOutside(tree, moved, parentId)
  const beside = nodes.filter((node) => node.parentId === parentId && !isSame(node, moved))
  const at = before === null ? -1 : beside.findIndex((node) => isSame(node, before))
  const ordered = at < 0 ? [...beside, present] : beside.toSpliced(at, 0, present)
  const places = ordered.map(({ kind, id }, place): AlbumPlace => ({ kind, id, parentId, position: place + 1 }))
  return places.filter((place) => {
    const node = nodes.find((each) => isSame(each, place))
    return node?.parentId !== place.parentId || node.position !== place.position
  })
}

/** Albums and saved searches in the order in which they are shown. */
function nodesOf({ albums, searches }: AlbumTree): AlbumPlace[] {
  const nodes = [
    ...albums.map(({ id, parentId, position }): AlbumPlace => ({ kind: 'album', id, parentId, position })),
    ...searches.map(({ searchId, parentId, position }): AlbumPlace => ({
      kind: 'smart',
      id: searchId,
      parentId,
      position,
    })),
  ]
  return nodes.sort((a, b) => a.position - b.position)
}

const isSame = (a: AlbumRef, b: AlbumRef): boolean => a.kind === b.kind && a.id === b.id

function requireOutside({ albums }: AlbumTree, moved: AlbumRef, parentId: AlbumId): void {
  if (!albums.some(({ id }) => id === parentId))
    throw new AppError('bad-params', say('unknown.thing', { thing: 'album', id: parentId }))
  if (moved.kind === 'album' && albumAndWithin(albums, moved.id).includes(parentId))
    throw new AppError('bad-params', say('errors.albumInItself'))
}
