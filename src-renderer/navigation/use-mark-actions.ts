import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile, PickFlag } from '../../src-main/contract/library/photo.ts'
import { usePersonChanges } from '../stores/person-changes.ts'
import { useSettings } from '../stores/settings.ts'
import { useActionScopes, type Handlers } from './action-scopes.ts'
import type { Press } from './find-shortcut.ts'
import type { ShortcutAction } from './shortcuts.ts'
import { shortcutRows } from './shortcut-rows.ts'

type Mark = (ids: readonly PhotoId[], tiles: readonly PhotoTile[]) => unknown

/** Flags, stars and labels by key, for what the present view acts on; then the next photo, where that is asked for. */
export function useMarkActions(): Handlers {
  const scopes = useActionScopes()
  const settings = useSettings()
  const marks = useMarks()

  const apply = async (mark: Mark, { advances }: Press): Promise<void> => {
    const { target } = scopes
    const ids = target?.known() ?? (await target?.ids())
    if (!target || !ids || ids.length === 0) return
    const isDone = mark(ids, target.tiles())
    // The next photo is shown while this one is saved.
    if (ids.length === 1 && (advances || settings.settings.autoAdvance)) target.advance()
    await isDone
  }
  return Object.fromEntries(
    shortcutRows.Mark.map(([action]) => [action, (press: Press) => apply(marks(action), press)]),
  )
}

/** What an action of the group `Mark` does. */
function useMarks(): (action: ShortcutAction) => Mark {
  const changes = usePersonChanges()
  const flags: Partial<Record<ShortcutAction, PickFlag>> = { pick: 1, reject: -1, unflag: 0 }
  const togglePick: Mark = (ids, tiles) => changes.flag(ids, hasAll(ids, tiles, ({ pick }) => pick === 1) ? 0 : 1)
  /** The label that a photo has already is taken off. */
  const toggleLabel =
    (wanted: string): Mark =>
    (ids, tiles) =>
      changes.setLabel(ids, hasAll(ids, tiles, ({ label }) => label === wanted) ? '' : wanted)

  return (action) => {
    const flag = flags[action]
    if (flag !== undefined) return (ids) => changes.flag(ids, flag)
    if (action === 'toggle-pick') return togglePick
    if (action.startsWith('rate-')) return (ids) => changes.rate(ids, Number(action.slice('rate-'.length)))
    return toggleLabel(action.slice('label-'.length))
  }
}

const hasAll = (ids: readonly PhotoId[], tiles: readonly PhotoTile[], has: (tile: PhotoTile) => boolean): boolean =>
  tiles.length === ids.length && tiles.every(has)
