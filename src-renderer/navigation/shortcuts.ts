import { keyByDirection } from '../locales/direction.ts'
import { t, translate, type MessageKey } from '../locales/messages.ts'
import type { ShortcutPreset } from '../../src-main/contract/library/settings.ts'
import { shortcutRows } from './shortcut-rows.ts'

type Groups = typeof shortcutRows

export type ShortcutGroup = keyof Groups

/** What a key asks for. `rate-3` and `label-Red` contain their value; `label-` removes the label. */
export type ShortcutAction = Groups[ShortcutGroup][number][0]

/** Where a shortcut acts: `window` is everywhere, `grid` is a list of photos, the others are views of that name. */
export type ShortcutScope = 'window' | 'grid' | 'photo' | 'compare' | 'duplicates' | 'people' | 'learned' | 'map'

export type Shortcut = {
  action: ShortcutAction
  group: ShortcutGroup
  scopes: readonly ShortcutScope[]
  /** What it does, in English. */
  what: string
  keys: Readonly<Record<ShortcutPreset, readonly string[]>>
  /** True if Shift or Caps Lock shows the next photo afterwards. */
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

/** The presets with their labels. */
export const presets: readonly { value: ShortcutPreset; label: string }[] = [
  { value: 'lightroom', label: 'Lightroom' },
  { value: 'photo-mechanic', label: 'Photo Mechanic' },
]

const signs: Readonly<Record<string, string>> = {
  Arrows: '← → ↑ ↓',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}
/** Keys with other names on keyboards of other languages. */
const names: Readonly<Record<string, MessageKey>> = {
  Shift: 'navigation.keyShift',
  Ctrl: 'navigation.keyCtrl',
  Space: 'navigation.keySpace',
  Enter: 'navigation.keyEnter',
  Delete: 'navigation.keyDelete',
  Backspace: 'navigation.keyBackspace',
  Home: 'navigation.keyHome',
  End: 'navigation.keyEnd',
  Tab: 'navigation.keyTab',
}
const writePart = (part: string): string => {
  const name = names[part]
  return name === undefined ? (signs[part] ?? part) : t(name)
}

/** A key for people: `Ctrl + Shift + Z`, `←`. */
export const writeKey = (key: string): string =>
  key
    .split(/\+(?=.)/)
    .map(writePart)
    .join(' + ')

/** The key in the text direction of the window: the other arrow if photos run from right to left. */
const keyHere = (key: string, scopes: readonly ShortcutScope[]): string =>
  scopes.includes('map') ? key : keyByDirection(key)

/** What a shortcut does, for help and settings. */
export const describeShortcut = ({ action, what }: Shortcut): string => translate(`shortcuts.${action}`, what)

/** The keys of a shortcut for people. */
export const keysOf = ({ keys, scopes }: Shortcut, preset: ShortcutPreset): string[] =>
  keys[preset].map((key) => writeKey(keyHere(key, scopes)))

/** The keys of an action for people, separated by commas; empty if the preset has none. */
export function writeKeys(action: ShortcutAction, preset: ShortcutPreset): string {
  const shortcut = shortcuts.find((each) => each.action === action)
  return shortcut === undefined ? '' : keysOf(shortcut, preset).join(', ')
}
