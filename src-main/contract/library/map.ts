import { z } from 'zod'
import { PhotoTile } from './photo.ts'
import { PhotoFilter } from './query.ts'

const Latitude = z.number().min(-90).max(90)
const Longitude = z.number().min(-180).max(180)
/** A part of the earth, in degrees; if it crosses the date line, `west` is greater than `east`. */
const Bounds = z.object({ south: Latitude, west: Longitude, north: Latitude, east: Longitude })

/** What a map shows: at zoom 0 the world is 256 pixels wide, and each step doubles that. */
export const MapView = z.object({
  filter: PhotoFilter.default({}),
  bounds: Bounds,
  zoom: z.int().min(0).max(20),
})
export type MapView = z.infer<typeof MapView>

/** Photos that are close together on a map. */
export const PhotoCluster = z.object({
  /** The centre of its photos. */
  latitude: Latitude,
  longitude: Longitude,
  count: z.int().min(1),
  /** The smallest part of the earth that contains these photos and no others, in the syntax of `within:`. */
  area: z.string(),
  /** The town or region of most of them; empty if unknown. */
  place: z.string(),
  /** The photo that represents them: the best rated; of several, the latest. */
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
  /** The bounds of those with a position; null if there are none. */
  extent: Bounds.nullable(),
})
export type PhotoMap = z.infer<typeof PhotoMap>
