import type { AlbumId } from '../../src-main/contract/library/albums.ts'
import type { FolderId } from '../../src-main/contract/library/ids.ts'
import { PhotoSort } from '../../src-main/contract/library/query.ts'

/** What a person asked to see: a text in the search language within a folder or an album, and an order. */
export type Asked = {
  readonly text: string
  /** This folder and its subfolders; null for the entire library. */
  readonly folderId: FolderId | null
  /** This album and those within it. */
  readonly albumId?: AlbumId | null
  readonly sort: PhotoSort
}

export const defaultSort: PhotoSort = { by: 'takenAt', order: 'desc' }
/** All photos of the library, the initial state. */
export const everything: Asked = { text: '', folderId: null, albumId: null, sort: defaultSort }

/** The part of an address that describes the query; initial values are left out. */
export function writeAddress({ text, folderId, albumId = null, sort }: Asked): Record<string, string> {
  const isUsual = sort.by === defaultSort.by && sort.order === defaultSort.order
  return {
    ...(text === '' ? {} : { q: text }),
    ...(folderId === null ? {} : { folder: String(folderId) }),
    ...(albumId === null ? {} : { album: String(albumId) }),
    ...(isUsual ? {} : { sort: `${sort.by}-${sort.order}` }),
  }
}

/** Reads such a part of an address; whatever cannot be read has its initial value. */
export function readAddress(address: Readonly<Record<string, unknown>>): Asked {
  const [by, order] = typeof address['sort'] === 'string' ? address['sort'].split('-') : []
  const sort = PhotoSort.safeParse({ by, order })
  return {
    text: typeof address['q'] === 'string' ? address['q'].trim() : '',
    folderId: readId(address['folder']),
    albumId: readId(address['album']),
    sort: sort.success ? sort.data : defaultSort,
  }
}

function readId(written: unknown): number | null {
  const id = Number(written)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Whether two states describe the same query. */
export const isSameAsked = (a: Asked, b: Asked): boolean =>
  JSON.stringify(writeAddress(a)) === JSON.stringify(writeAddress(b))

/** Whether two addresses describe the same query. */
export const isSameAddress = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean =>
  isSameAsked(readAddress(a), readAddress(b))
