import {
  menuNames,
  type MenuBar,
  type MenuCommand,
  type MenuName,
  type MenuSection,
} from '../../src-main/contract/shell/menu-bar.ts'
import type { ShortcutPreset } from '../../src-main/contract/library/settings.ts'
import { t } from '../locales/messages.ts'
import { describeShortcut, shortcuts, type ShortcutAction, type ShortcutGroup } from './shortcuts.ts'

/** A group becomes a submenu; actions listed by name form a section. */
type Row = ShortcutGroup | readonly ShortcutAction[]

const rows: Readonly<Record<MenuName, readonly Row[]>> = {
  file: [['export', 'share', 'print'], ['rename', 'move-files'], ['trash']],
  edit: [
    ['undo', 'redo'],
    ['select-all', 'invert-selection', 'clear'],
    ['metadata-copy', 'metadata-paste'],
    ['search', 'save-search'],
  ],
  photo: [
    'Mark',
    'Keywords',
    'Hide',
    'Stack',
    'Faces',
    ['tag', 'album', 'album-choose', 'album-earlier', 'album-later', 'album-first', 'album-last'],
    ['rotate-left', 'rotate-right', 'crop'],
    ['similar', 'similar-part'],
  ],
  view: [
    ['information', 'history', 'keywords', 'filters', 'sidebar', 'panels'],
    'Move',
    'Compare',
    'Look',
    ['slideshow', 'lights-out', 'fullscreen'],
  ],
  library: [
    ['map', 'show-people', 'show-duplicates', 'show-learned'],
    'Map',
    'People',
    'Duplicates',
    'Learned',
    ['client-mode'],
  ],
  window: [['second-loupe', 'second-grid', 'second-lock'], ['next-area']],
  help: [['help']],
}

/** Keys that have no command: several at once, or one that acts while it is held. `settings` has a special place. */
const notListed: ReadonlySet<ShortcutAction> = new Set<ShortcutAction>(['move', 'extend', 'peek', 'settings'])
const inLists: ReadonlySet<ShortcutAction> = new Set(Object.values(rows).flatMap((menu) => menu.flatMap(listOf)))

function listOf(row: Row): readonly ShortcutAction[] {
  return typeof row === 'string' ? [] : row
}

const actionsOf = (row: Row): readonly ShortcutAction[] =>
  typeof row === 'string'
    ? shortcuts
        .filter(({ group, action }) => group === row && !inLists.has(action) && !notListed.has(action))
        .map(({ action }) => action)
    : row

/** The menu bar from the table of shortcuts; `canAct` says which commands do something in the present view. */
export function menuBarOf(preset: ShortcutPreset, canAct: (action: ShortcutAction) => boolean): MenuBar {
  const commandOf = (action: ShortcutAction): MenuCommand => {
    const shortcut = shortcuts.find((one) => one.action === action)!
    return {
      action,
      label: describeShortcut(shortcut),
      key: shortcut.keys[preset][0] ?? '',
      isEnabled: canAct(action),
    }
  }
  const sectionOf = (row: Row): MenuSection => ({
    title: typeof row === 'string' ? t(`navigation.group${row}`) : null,
    commands: actionsOf(row).map(commandOf),
  })
  const menus = Object.fromEntries(menuNames.map((name) => [name, rows[name].map(sectionOf)]))
  return { menus: menus as MenuBar['menus'], settings: commandOf('settings') }
}
