import type { ShortcutPreset } from '../../src-main/contract/library/settings.ts'
import { shortcutRows } from './shortcut-rows.ts'

type Groups = typeof shortcutRows

export type ShortcutGroup = keyof Groups

/** What a key asks for; `rate-3` and `label-Red` say all that is needed to do it, and `label-` takes the label off. */
export type ShortcutAction = Groups[ShortcutGroup][number][0]

/** Where a shortcut acts: `window` is everywhere, `grid` is a list of photos, the others are views of that name. */
export type ShortcutScope = 'window' | 'grid' | 'photo' | 'compare' | 'duplicates' | 'map'

export type Shortcut = {
  action: ShortcutAction
  group: ShortcutGroup
  scopes: readonly ShortcutScope[]
  /** What it does, as help and settings say it. */
  what: string
  keys: Readonly<Record<ShortcutPreset, readonly string[]>>
  /** True where Shift or Caps Lock goes on to the next photo afterwards. */
  mayAdvance: boolean
}

const keysIn = (text: string): string[] => text.split(' ').filter(Boolean)

/** Every shortcut of the window. The keys, help, settings, menus and names of buttons come from it. */
export const shortcuts: readonly Shortcut[] = Object.entries(shortcutRows).flatMap(([group, rows]) =>
  rows.map(([action, scopes, what, lightroom, photoMechanic = lightroom]) => ({
    action,
    group: group as ShortcutGroup,
    scopes,
    what,
    keys: { lightroom: keysIn(lightroom), 'photo-mechanic': keysIn(photoMechanic) },
    mayAdvance: group === 'Mark',
  })),
)

/** The presets as a person reads them. */
export const presets: readonly { value: ShortcutPreset; label: string }[] = [
  { value: 'lightroom', label: 'Lightroom' },
  { value: 'photo-mechanic', label: 'Photo Mechanic' },
]

const words: Readonly<Record<string, string>> = {
  Arrows: '← → ↑ ↓',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}

/** A key as a person reads it: `Ctrl + Shift + Z`, `←`. */
export const writeKey = (key: string): string =>
  key
    .split(/\+(?=.)/)
    .map((part) => words[part] ?? part)
    .join(' + ')

/** The keys of an action as a person reads them, told apart by commas; empty where the preset has none. */
export function writeKeys(action: ShortcutAction, preset: ShortcutPreset): string {
  const keys = shortcuts.find((shortcut) => shortcut.action === action)?.keys[preset] ?? []
  return keys.map(writeKey).join(', ')
}
