import { z } from 'zod'
import { PhotoId } from './ids.ts'
import { SavedSearch, SavedSearchId } from './saved-search.ts'

export const AlbumId = z.int().positive()
export type AlbumId = z.infer<typeof AlbumId>

export const AlbumName = z.string().trim().min(1, 'an album needs a name').max(100)

/** An album that photos are put into; it may hold further albums. */
export const Album = z.object({
  kind: z.literal('album'),
  id: AlbumId,
  /** The album that it lies in; null at the top. */
  parentId: AlbumId.nullable(),
  name: AlbumName,
  /** Photos that a window may see, those of albums within included; each once. */
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

/** Which one of the tree: albums and saved searches are numbered apart. */
export const AlbumRef = z.object({ kind: z.enum(['album', 'smart']), id: z.int().positive() })
export type AlbumRef = z.infer<typeof AlbumRef>

/** Puts an album into another one (null: to the top), before one that lies there, or behind all of them. */
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
  /** With the albums that it lies in, `/` between names. */
  path: z.string(),
  /** How many of the photos asked about are in it. */
  count: z.int(),
})
export type PhotoAlbum = z.infer<typeof PhotoAlbum>

/** The photo that others are put before; null: at the end. */
export const BeforePhoto = PhotoId.nullable().default(null)
