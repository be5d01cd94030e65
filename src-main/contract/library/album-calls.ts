import { z } from 'zod'
import { AlbumId, AlbumMove, AlbumName, AlbumNode, BeforePhoto, PhotoAlbum } from './albums.ts'
import { call, nothing } from './call.ts'
import { ChangedIds, ChangeResult } from './history.ts'
import { PhotoIds } from './ids.ts'

/**
 * Albums, which may lie in each other, and saved searches as smart albums among them. Each change is one entry of the
 * history, and comes as `albums.changed`.
 */
export const albumCalls = {
  /** The tree in its order, each album followed by what lies in it. */
  list: call(nothing, z.array(AlbumNode)),
  /** Makes an album behind those that are there. Throws `bad-params` where one beside it has this name. */
  create: call(
    z.object({ name: AlbumName, parentId: AlbumId.nullable().default(null) }),
    ChangeResult.extend({ id: AlbumId }),
  ),
  rename: call(z.object({ id: AlbumId, name: AlbumName }), ChangeResult),
  /** Takes an album away with those within it; photos stay in the library, and an undo brings all of it back. */
  remove: call(z.object({ id: AlbumId }), ChangeResult),
  /** Throws `bad-params` where an album would lie in itself, or one with this name lies there. */
  move: call(AlbumMove, ChangeResult),
  /** Puts photos into an album in the order given; those that are in it stay where they are. */
  add: call(z.object({ id: AlbumId, ids: ChangedIds, before: BeforePhoto }), ChangeResult),
  takeOut: call(z.object({ id: AlbumId, ids: ChangedIds }), ChangeResult),
  /** Moves photos of an album to another place in its order. */
  reorder: call(z.object({ id: AlbumId, ids: ChangedIds, before: BeforePhoto }), ChangeResult),
  /** The albums of some photos. */
  of: call(z.object({ ids: PhotoIds }), z.array(PhotoAlbum)),
}
