import { geoMercator, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/** Land, and the lines of coasts and borders of countries, as paths of SVG on a square world of side `OUTLINE`. */
export type Outline = { land: string; lines: string }

/** Side of the world in the units of an outline. */
export const OUTLINE = 1000
/** From this zoom on, coasts are drawn in detail. */
const FINE_ZOOM = 3.6

export type OutlineDetail = 'coarse' | 'fine'
export const detailAt = (zoom: number): OutlineDetail => (zoom < FINE_ZOOM ? 'coarse' : 'fine')

/** The outline of the world from Natural Earth, which comes with the program. */
export async function loadOutline(detail: OutlineDetail): Promise<Outline> {
  const { default: text } = await (detail === 'coarse'
    ? import('world-atlas/countries-110m.json?raw')
    : import('world-atlas/countries-50m.json?raw'))
  const world = JSON.parse(text) as Topology<{ countries: GeometryCollection; land: GeometryCollection }>
  const projection = geoMercator()
    .scale(OUTLINE / (2 * Math.PI))
    .translate([OUTLINE / 2, OUTLINE / 2])
  const draw = geoPath(projection).digits(detail === 'coarse' ? 2 : 4)
  const { countries, land } = world.objects
  // The lines are separate: those around land would also follow the date line, where the map does not end.
  return { land: draw(feature(world, land)) ?? '', lines: draw(mesh(world, countries)) ?? '' }
}
