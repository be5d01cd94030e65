import type { MapView } from '../../../contract/library/map.ts'
import { type Area, writeArea } from '../../../contract/library/search/areas.ts'
import { type Bits, countBits, forEachBit } from '../columns/bits.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { takenDay } from '../filters/date.ts'
import { placeColumn } from '../filters/place.ts'
import { insideOf, keepLocated, latitudeColumn, longitudeColumn, STEPS } from '../filters/position.ts'
import { ratingColumn } from '../filters/rating.ts'

/** Photos in one cell of the map; `photo` and `place` are ids, and 0 is no place. */
export type FoundCluster = {
  latitude: number
  longitude: number
  count: number
  area: string
  place: number
  photo: number
}
export type FoundMap = {
  clusters: FoundCluster[]
  shown: number
  located: number
  unlocated: number
  extent: Area | null
}

/** Pixels of the world's side at zoom 0, and of a cell's: a picture with a number fits into one. */
const WORLD_PX = 256
const CELL_PX = 88
/** More cells than any screen shows. */
const MAX_CELLS = 4000
/** Beyond this latitude the map's projection ends. */
const MAX_LATITUDE = 85.05112877980659

/**
 * Groups photos by the cells of a grid over the complete map: a cluster keeps its photos while the map is moved, and no
 * cluster covers another.
 */
export function findClusters(index: PhotoIndex, photos: Bits, { bounds, zoom }: Omit<MapView, 'filter'>): FoundMap {
  const located = photos.slice()
  keepLocated(located, index)
  const cells = new Cells(index, cellsAcross(bounds, zoom))
  const isInside = insideOf(bounds)
  const [latitudes, longitudes] = [index.values(latitudeColumn), index.values(longitudeColumn)]
  const extent = new Box()
  let shown = 0
  forEachBit(located, (slot) => {
    const [latitude, longitude] = [latitudes[slot] ?? 0, longitudes[slot] ?? 0]
    extent.add(latitude, longitude)
    if (!isInside(latitude, longitude)) return
    shown++
    cells.add(slot, latitude, longitude)
  })
  const count = countBits(located)
  const rest = { located: count, unlocated: countBits(photos) - count, extent: extent.area() }
  return { clusters: cells.clusters(), shown, ...rest }
}

/** The number of cells across the world; fewer if the view would have too many. */
function cellsAcross({ south, west, north, east }: Area, zoom: number): number {
  const width = (east - west + (east < west ? 360 : 0)) / 360
  const height = yOf(south) - yOf(north)
  let across = (WORLD_PX * 2 ** zoom) / CELL_PX
  while (width * height * across * across > MAX_CELLS) across /= 2
  return across
}

/** Mercator's projection onto a square of side 1. */
function yOf(latitude: number): number {
  const sine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

type Cell = {
  box: Box
  best: number
  count: number
  latitudes: number
  longitudes: number
  places: Map<number, number>
}

class Cells {
  readonly #index: PhotoIndex
  readonly #across: number
  readonly #cells = new Map<number, Cell>()
  readonly #ratings: Uint8Array
  readonly #days: Int32Array
  readonly #places: Uint32Array

  constructor(index: PhotoIndex, across: number) {
    this.#index = index
    this.#across = across
    this.#ratings = index.values(ratingColumn)
    this.#days = index.values(takenDay)
    this.#places = index.values(placeColumn)
  }

  add(slot: number, latitude: number, longitude: number): void {
    const column = Math.floor((longitude / STEPS / 360 + 0.5) * this.#across)
    const key = Math.floor(yOf(latitude / STEPS) * this.#across) * 2 ** 26 + column
    let cell = this.#cells.get(key)
    if (cell === undefined) {
      cell = { box: new Box(), best: slot, count: 0, latitudes: 0, longitudes: 0, places: new Map() }
      this.#cells.set(key, cell)
    }
    cell.box.add(latitude, longitude)
    cell.count++
    cell.latitudes += latitude
    cell.longitudes += longitude
    if (this.#isBetter(slot, cell.best)) cell.best = slot
    const place = this.#places[slot] ?? 0
    if (place !== 0) cell.places.set(place, (cell.places.get(place) ?? 0) + 1)
  }

  clusters(): FoundCluster[] {
    return [...this.#cells.values()].map(({ box, best, count, latitudes, longitudes, places }) => ({
      latitude: latitudes / count / STEPS,
      longitude: longitudes / count / STEPS,
      count,
      area: writeArea(box.area()!),
      place: [...places].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0,
      photo: this.#index.ids[best] ?? 0,
    }))
  }

  #isBetter(slot: number, than: number): boolean {
    const stars = (this.#ratings[slot] ?? 0) - (this.#ratings[than] ?? 0)
    return stars > 0 || (stars === 0 && (this.#days[slot] ?? 0) > (this.#days[than] ?? 0))
  }
}

/** The smallest part of the earth that contains some positions. */
class Box {
  #south = Infinity
  #west = Infinity
  #north = -Infinity
  #east = -Infinity

  add(latitude: number, longitude: number): void {
    this.#south = Math.min(this.#south, latitude)
    this.#north = Math.max(this.#north, latitude)
    this.#west = Math.min(this.#west, longitude)
    this.#east = Math.max(this.#east, longitude)
  }

  /** Null if nothing was added. */
  area(): Area | null {
    if (this.#south === Infinity) return null
    const [south, west, north, east] = [this.#south, this.#west, this.#north, this.#east].map((each) => each / STEPS)
    return { south: south!, west: west!, north: north!, east: east! }
  }
}
