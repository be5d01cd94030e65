import type { ShownFace } from '../../contract/library/people.ts'
import { type Catalog, type FaceArea, faceKeyOf } from '../catalog/catalog.ts'

type Dependencies = { catalog: Pick<Catalog, 'people' | 'photos' | 'search'> }
type PlacedFace = FaceArea & { photoId: number }

/** Faces with their photos; one whose photo is gone meanwhile is left out. */
export function showFaces({ catalog }: Dependencies, faces: readonly PlacedFace[]): ShownFace[] {
  const tiles = catalog.photos.tiles([...new Set(faces.map(({ photoId }) => photoId))])
  const byId = new Map(tiles.map((tile) => [tile.id, tile]))
  return faces.flatMap(({ photoId, x, y, width, height }) => {
    const photo = byId.get(photoId)
    const area = { x, y, width, height }
    return photo === undefined
      ? []
      : [{ photoId, key: faceKeyOf(area), box: catalog.people.asShown(photoId, area), photo }]
  })
}
