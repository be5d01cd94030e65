import type { PhotoMap } from '../../src-main/contract/library/map.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import { writeArea } from '../../src-main/contract/library/search/areas.ts'
import { tileOf } from './fake-photos.ts'

/** A map that clusters photos at the same position, at any zoom. */
export function mapOf(photos: readonly PhotoDetail[]): PhotoMap {
  const located = photos.filter(({ metadata }) => metadata.latitude !== null && metadata.longitude !== null)
  const groups = Map.groupBy(located, ({ metadata }) => `${metadata.latitude} ${metadata.longitude}`)
  const clusters = [...groups.values()].map((all) => {
    const [first] = all as [PhotoDetail]
    const [latitude, longitude] = [first.metadata.latitude ?? 0, first.metadata.longitude ?? 0]
    const area = writeArea({ south: latitude, west: longitude, north: latitude, east: longitude })
    return { latitude, longitude, count: all.length, area, place: first.place, photo: tileOf(first) }
  })
  const [latitudes, longitudes] = [clusters.map(({ latitude }) => latitude), clusters.map(({ longitude }) => longitude)]
  const extent = {
    south: Math.min(...latitudes),
    west: Math.min(...longitudes),
    north: Math.max(...latitudes),
    east: Math.max(...longitudes),
  }
  return {
    clusters,
    shown: located.length,
    located: located.length,
    unlocated: photos.length - located.length,
    extent: located.length === 0 ? null : extent,
  }
}
