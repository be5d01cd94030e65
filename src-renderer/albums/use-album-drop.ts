import { ref } from 'vue'
import type { AlbumNode } from '../../src-main/contract/library/albums.ts'
import { useAlbums } from './use-albums.ts'
import { useDragged } from '../photos/dragged.ts'
import { keyOf, nextBeside } from './album-rows.ts'

/** Where something would be dropped: in an album, before or after a row, or at the end of the top level. */
export type DropPlace = { key: string; where: 'in' | 'before' | 'after' }

/** Nearer to an edge of a row than this fraction of its height, something is dropped beside it. */
const EDGE = 0.28

/** Dragging onto the tree: photos into an album, albums into others and between them. */
export function useAlbumDrop() {
  const dragged = useDragged()
  const albums = useAlbums()
  const over = ref<DropPlace | null>(null)

  const onDragover = (event: DragEvent, node: AlbumNode): void => {
    const place = placeOf(event, node)
    over.value = place
    if (place !== null) accept(event)
  }
  const placeOf = (event: DragEvent, node: AlbumNode): DropPlace | null => {
    const what = dragged.dragged
    const key = keyOf(node)
    if (what?.kind === 'photos') return node.kind === 'album' ? { key, where: 'in' } : null
    if (what?.kind !== 'album' || keyOf(what.node) === key || isWithin(albums.byId, node, what.node)) return null
    const { top, height } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const share = (event.clientY - top) / height
    if (share < EDGE) return { key, where: 'before' }
    return share > 1 - EDGE || node.kind === 'smart' ? { key, where: 'after' } : { key, where: 'in' }
  }
  const onDrop = async (event: DragEvent, node: AlbumNode): Promise<void> => {
    const what = dragged.dragged
    const place = over.value
    leave()
    if (what === null || place === null) return
    event.preventDefault()
    dragged.end()
    if (what.kind === 'photos') await albums.add(node.id, what.ids)
    else if (what.kind === 'album') await move(what.node, node, place.where)
  }
  const move = (moved: AlbumNode, node: AlbumNode, where: DropPlace['where']): Promise<boolean> => {
    if (where === 'in') return albums.moveTo(moved, node.id)
    return albums.moveTo(moved, node.parentId, where === 'before' ? node : nextBeside(albums.nodes, node))
  }
  const leave = (): void => {
    over.value = null
  }
  return { over, onDragover, onDrop, leave }
}

/** Whether a row is within a dragged album. */
function isWithin(byId: ReadonlyMap<number, AlbumNode>, node: AlbumNode, album: AlbumNode): boolean {
  if (album.kind !== 'album' || node.parentId === null) return false
  const parent = byId.get(node.parentId)
  return node.parentId === album.id || (parent !== undefined && isWithin(byId, parent, album))
}

/** Tells the browser that something may be dropped here. */
export function accept(event: DragEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
