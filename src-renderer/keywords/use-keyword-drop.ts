import { ref, type Ref } from 'vue'
import type { KeywordRow } from './keyword-rows.ts'
import { isIn, isSameName, leafOf, nameBelow, placeOf } from './keyword-rows.ts'
import { type Dragged, useDragged } from '../photos/dragged.ts'
import { useKeywordPanel } from './use-keyword-panel.ts'
import { useKeywords } from './use-keywords.ts'
import { usePersonChanges } from '../photos/person-changes.ts'

/** Moves a keyword, or asks whether to merge it with an existing one of that name. */
export function useMoveKeyword(): (from: string, to: string) => unknown {
  const keywords = useKeywords(),
    panel = useKeywordPanel()
  return (from, to) => {
    const there = keywords.list.find(({ name }) => isSameName(name, to))
    if (there !== undefined && !isSameName(from, to))
      return void (panel.dialog = { kind: 'merge', name: from, into: there.name })
    return from === to ? undefined : keywords.move(from, to)
  }
}

/** Drops on a keyword: photos get it, another keyword moves below it; `place` is empty for the top level. */
export function useKeywordDrop(row: () => KeywordRow | null): {
  isOver: Ref<boolean>
  onDragover(event: DragEvent): void
  onDragleave(): void
  onDrop(event: DragEvent): void
} {
  const drag = useDragged(),
    take = useTaken()
  const isOver = ref(false)
  const place = () => row()?.keyword.name ?? ''
  const takes = (): boolean => {
    const what = drag.dragged
    if (what === null || what.kind === 'album') return false
    if (what.kind === 'photos') return row() !== null
    return !isIn(place() || '\0', what.name) && !isSameName(placeOf(what.name), place())
  }
  return {
    isOver,
    onDragover: (event) => {
      if (!takes()) return
      isOver.value = true
      event.preventDefault()
      event.stopPropagation()
      if (event.dataTransfer) event.dataTransfer.dropEffect = drag.dragged?.kind === 'photos' ? 'copy' : 'move'
    },
    onDragleave: () => {
      isOver.value = false
    },
    onDrop: (event) => {
      isOver.value = false
      const what = drag.dragged
      if (what === null || !takes()) return
      event.preventDefault()
      event.stopPropagation()
      drag.end()
      take(what, place())
    },
  }
}

function useTaken(): (what: Dragged, place: string) => void {
  const changes = usePersonChanges(),
    move = useMoveKeyword()
  return (what, place) => {
    if (what.kind === 'photos') void changes.addTag(what.ids, place)
    else if (what.kind === 'keyword') void move(what.name, nameBelow(place, leafOf(what.name)))
  }
}
