import { z } from 'zod'
import { PhotoTile } from './photo.ts'
import { PhotoFilter } from './query.ts'

const Latitude = z.number().min(-90).max(90)
const Longitude = z.number().min(-180).max(180)
/** A part of the earth, in degrees; the west lies east of the east where it crosses the date line. */
const Bounds = z.object({ south: Latitude, west: Longitude, north: Latitude, east: Longitude })

/** What a map shows: at zoom 0 the world is 256 pixels wide, and each step doubles that. */
export const MapView = z.object({
  filter: PhotoFilter.default({}),
  bounds: Bounds,
  zoom: z.int().min(0).max(20),
})
export type MapView = z.infer<typeof MapView>

/** Photos that lie close together on a map. */
export const PhotoCluster = z.object({
  /** The middle of its photos. */
  latitude: Latitude,
  longitude: Longitude,
  count: z.int().min(1),
  /** The smallest part of the earth that holds them and no others, as `within:` takes it. */
  area: z.string(),
  /** The town or region of most of them; empty where none is known. */
  place: z.string(),
  /** The photo that stands for them: the best rated, of these the latest. */
  photo: PhotoTile,
})
export type PhotoCluster = z.infer<typeof PhotoCluster>

export const PhotoMap = z.object({
  clusters: z.array(PhotoCluster),
  /** Photos of the query within the bounds. */
  shown: z.int(),
  /** Photos of the query with a position, and without one. */
  located: z.int(),
  unlocated: z.int(),
  /** Where those with a position lie; null where there are none. */
  extent: Bounds.nullable(),
})
export type PhotoMap = z.infer<typeof PhotoMap>
