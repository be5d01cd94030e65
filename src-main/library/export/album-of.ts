import type { PhotoSource } from '../../contract/library/export-job.ts'
import type { Catalog } from '../catalog/catalog.ts'

/** The name of the exported album, for `{album}` in names; empty for photos from elsewhere. */
export function albumOf({ albums }: { albums: Pick<Catalog['albums'], 'tree'> }, source: PhotoSource): string {
  const id = source.kind === 'query' ? source.query.filter.albumId : undefined
  return id === undefined ? '' : (albums.tree().albums.find((album) => album.id === id)?.name ?? '')
}
