import type { Ref } from 'vue'
import { useActionScope } from '../navigation/use-action-scopes.ts'
import { moveBy, zoomBy, type MapPosition, type MapSize } from './map-position.ts'

/** Distance that an arrow key moves the map, in CSS pixels. */
const ARROW_PX = 90

/** Moves and zooms a map by keys, wherever the focus is. `showAll` shows everything. */
export function useMapKeys(size: Ref<MapSize>, position: Ref<MapPosition>, showAll: () => void): void {
  const move = (dx: number, dy: number) => () => {
    position.value = moveBy(position.value, size.value, dx * ARROW_PX, dy * ARROW_PX)
  }
  const zoom = (steps: number) => () => {
    position.value = zoomBy(position.value, size.value, steps)
  }
  const moves = { 'map-west': move(-1, 0), 'map-east': move(1, 0), 'map-north': move(0, -1), 'map-south': move(0, 1) }
  useActionScope({ name: 'map', handlers: { ...moves, 'zoom-in': zoom(1), 'zoom-out': zoom(-1), 'map-all': showAll } })
}
