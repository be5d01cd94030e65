import { turnArea } from '../../../base/formats/exif/orientations.ts'
import type { FocusArea } from '../../../contract/library/photo.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { MetadataReader } from '../../metadata/host/metadata-reader.ts'

type FocusDependencies = {
  catalog: Pick<Catalog, 'photos'>
  metadata: Pick<MetadataReader, 'readFocus'>
}

/**
 * Where the camera focused, on the photo as it is shown: what a program marked as the focus, else what the camera wrote
 * into one of the photo's files. Empty if nothing says so. Throws `photo-not-found`.
 */
export async function focusOfPhoto({ catalog, metadata }: FocusDependencies, id: number): Promise<FocusArea[]> {
  const { path, otherFiles, metadata: known } = catalog.photos.detail(id)
  const marked = known.regions.filter(({ type }) => type === 'focus')
  if (marked.length > 0) return marked.map(({ x, y, width, height }) => ({ x, y, width, height }))
  for (const file of [path, ...otherFiles]) {
    const areas = await metadata.readFocus(file)
    if (areas.length > 0) return areas.map((area) => turnArea(known.orientation, area))
  }
  return []
}
