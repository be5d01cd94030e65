import { z } from 'zod'
import { PhotoId } from './ids.ts'
import { SavedSearch, SavedSearchId } from './saved-search.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

export const AlbumId = z.int().positive()
export type AlbumId = z.infer<typeof AlbumId>

export const AlbumName = z
  .string()
  .trim()
  .refine((name) => name !== '', issueWith(say('inputs.albumName')))
  .max(100)

/** An album of photos, which may contain other albums. */
export const Album = z.object({
  kind: z.literal('album'),
  id: AlbumId,
  /** The album that contains it; null at the top. */
  parentId: AlbumId.nullable(),
  name: AlbumName,
  /** Photos that a window may see, including those of albums within; each counts once. */
  count: z.int(),
})
export type Album = z.infer<typeof Album>

/** A smart album: a saved search that has a place in the tree of albums. */
export const SmartAlbum = z.object({
  kind: z.literal('smart'),
  /** The number of its search. */
  id: SavedSearchId,
  parentId: AlbumId.nullable(),
  name: AlbumName,
  search: SavedSearch,
})
export type SmartAlbum = z.infer<typeof SmartAlbum>

export const AlbumNode = z.discriminatedUnion('kind', [Album, SmartAlbum])
export type AlbumNode = z.infer<typeof AlbumNode>

/** A node of the tree. Albums and saved searches are numbered separately. */
export const AlbumRef = z.object({ kind: z.enum(['album', 'smart']), id: z.int().positive() })
export type AlbumRef = z.infer<typeof AlbumRef>

/** Moves an album into another one (null: to the top), before one of its albums or after all of them. */
export const AlbumMove = z.object({
  moved: AlbumRef,
  parentId: AlbumId.nullable(),
  before: AlbumRef.nullable().default(null),
})
export type AlbumMove = z.infer<typeof AlbumMove>

/** An album of a photo. */
export const PhotoAlbum = z.object({
  id: AlbumId,
  name: z.string(),
  /** Its full name, with `/` between its own and those of the albums that contain it. */
  path: z.string(),
  /** How many of the requested photos are in it. */
  count: z.int(),
})
export type PhotoAlbum = z.infer<typeof PhotoAlbum>

/** The photo before which others are inserted; null: at the end. */
export const BeforePhoto = PhotoId.nullable().default(null)
