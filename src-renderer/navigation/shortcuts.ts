import { keyByDirection } from '../locales/direction.ts'
import { t, translate, type MessageKey } from '../locales/messages.ts'
import type { ShortcutPreset } from '../../src-main/contract/library/settings.ts'

const window = ['window'] as const
const grid = ['grid'] as const
const photo = ['photo'] as const
const compare = ['compare'] as const
const duplicates = ['duplicates'] as const
const faces = ['faces'] as const
const people = ['people'] as const
const learned = ['learned'] as const
const map = ['map'] as const
const bursts = ['bursts'] as const
const single = ['photo', 'compare'] as const
const zoomed = ['photo', 'compare', 'bursts'] as const
const photos = ['grid', 'photo'] as const
const zoomable = ['grid', 'photo', 'map'] as const
const all = ['grid', 'photo', 'compare'] as const

/**
 * The table of shortcuts, by group: the action, its scopes, what it does, the keys of the preset `lightroom`, and those
 * of `photo-mechanic` if they differ. Keys are separated by spaces and written as `Ctrl+Shift+Z`, in that order; on a
 * Mac, Ctrl is the command key.
 */
export const shortcutRows = {
  Move: [
    ['move', grid, 'Move between photos', 'Arrows'],
    ['extend', grid, 'Select a range', 'Shift+Arrows'],
    ['open', grid, 'Open the photo', 'Enter Space E'],
    ['previous', single, 'Photo before', 'ArrowLeft'],
    ['next', single, 'Photo after', 'ArrowRight'],
    ['stack-before', photo, 'Photo before the stack', 'ArrowUp'],
    ['stack-after', photo, 'Photo after the stack', 'ArrowDown'],
    ['next-open', photos, 'Next photo without a flag', '.'],
    ['first', photo, 'First photo', 'Home'],
    ['last', photo, 'Last photo', 'End'],
    ['close', ['photo', 'compare', 'duplicates', 'people', 'learned'], 'Back to the photos', 'Escape Enter G'],
    ['select-all', window, 'Select all photos', 'Ctrl+A'],
    ['invert-selection', window, 'Select the photos that are not selected', 'Ctrl+I'],
    ['clear', grid, 'Clear the selection', 'Escape Ctrl+D'],
  ],
  Mark: [
    ['pick', all, 'Pick', 'P'],
    ['reject', all, 'Reject', 'X'],
    ['unflag', all, 'Take the flag off', 'U'],
    ['toggle-pick', all, 'Pick, or take the flag off', '`', 'T `'],
    ['rate-0', all, 'No stars', '0', 'Ctrl+0 Alt+0'],
    ['rate-1', all, '1 star', '1', 'Ctrl+1 Alt+1'],
    ['rate-2', all, '2 stars', '2', 'Ctrl+2 Alt+2'],
    ['rate-3', all, '3 stars', '3', 'Ctrl+3 Alt+3'],
    ['rate-4', all, '4 stars', '4', 'Ctrl+4 Alt+4'],
    ['rate-5', all, '5 stars', '5', 'Ctrl+5 Alt+5'],
    ['label-Red', all, 'Red label', '6', '1'],
    ['label-Yellow', all, 'Yellow label', '7', '2'],
    ['label-Green', all, 'Green label', '8', '3'],
    ['label-Blue', all, 'Blue label', '9', '4'],
    ['label-Purple', all, 'Purple label', '', '5'],
    ['label-', all, 'No label', 'Alt+0', '0'],
  ],
  Compare: [
    ['compare', photos, 'Compare two photos', 'C'],
    ['compare-four', photos, 'Compare four photos', 'Shift+C'],
    ['survey', photos, 'Compare all that are selected', 'N'],
    ['leave-out', compare, 'Leave a photo out, without a flag', 'Delete Backspace'],
    ['lock', compare, 'Zoom together, or each by itself', 'K'],
  ],
  Duplicates: [
    ['group-before', duplicates, 'Group before', 'ArrowUp'],
    ['group-after', duplicates, 'Group after', 'ArrowDown'],
    ['keep-before', duplicates, 'Keep the photo before', 'ArrowLeft'],
    ['keep-after', duplicates, 'Keep the photo after', 'ArrowRight'],
    ['choose-group', duplicates, 'Choose the group, or not', 'Space'],
    ['trash-others', duplicates, 'Trash the others, after a list', 'Delete'],
    ['not-duplicates', duplicates, 'These are no duplicates', 'N'],
  ],
  Faces: [
    ['face-before', faces, 'Face before', 'ArrowLeft'],
    ['face-after', faces, 'Face after', 'ArrowRight'],
    ['face-follow', faces, 'This face through its stack, or all faces of the photo', 'Shift+A'],
  ],
  People: [
    ['person-yes', people, 'Yes, it is this person', 'Y'],
    ['person-no', people, 'No, it is not', 'N'],
    ['person-alone', people, 'Leave the face alone', 'X'],
    ['person-before', people, 'Face before', 'ArrowLeft'],
    ['person-after', people, 'Face after', 'ArrowRight'],
  ],
  Learned: [
    ['suggestion-yes', learned, 'Yes, the tag fits', 'Y'],
    ['suggestion-no', learned, 'No, it does not', 'N'],
    ['suggestion-before', learned, 'Photo before', 'ArrowLeft'],
    ['suggestion-after', learned, 'Photo after', 'ArrowRight'],
    ['suggestion-next', learned, 'Learn from the answers, then the next twenty', 'L'],
  ],
  Map: [
    ['map-west', map, 'Move west', 'ArrowLeft'],
    ['map-east', map, 'Move east', 'ArrowRight'],
    ['map-north', map, 'Move north', 'ArrowUp'],
    ['map-south', map, 'Move south', 'ArrowDown'],
    ['map-all', map, 'All photos', 'Home'],
  ],
  Stack: [
    ['stack-open', grid, 'Open the stack, or fold it', 'Q'],
    ['stack-fold', grid, 'Fold all stacks, or show all photos', 'Shift+Q'],
    ['stack-select', grid, 'Select whole stacks', 'Shift+A'],
    ['stack-compare', photos, 'Compare the photos of the stack', 'Shift+N'],
    ['stack-top', photos, 'Put on top of its stack', 'Y'],
    ['stack-accept', photos, 'Put the suggested frame on top', 'Shift+Y'],
    ['stack-review', grid, 'Take the suggestions, after a review', 'Alt+Y'],
    ['burst-yes', bursts, 'Review: yes, the left one is best', 'Y'],
    ['burst-no', bursts, 'Review: no, the right one is', 'N'],
    ['burst-leave', bursts, 'Review: leave the burst as it is', 'U'],
    ['burst-before', bursts, 'Review: burst before', 'ArrowLeft'],
    ['burst-after', bursts, 'Review: burst after', 'ArrowRight'],
    ['burst-other-before', bursts, 'Review: frame before, on the right', 'ArrowUp'],
    ['burst-other-after', bursts, 'Review: frame after, on the right', 'ArrowDown'],
    ['burst-take', bursts, 'Review: take the best of all bursts', 'Enter'],
    ['burst-close', bursts, 'Review: back, nothing is changed', 'Escape G'],
    ['stack-join', grid, 'Stack the selected photos', 'Ctrl+G'],
    ['stack-apart', grid, 'Take the stack apart', 'Ctrl+Shift+G'],
    ['stack-take-out', photos, 'Take out of its stack', 'Alt+G'],
  ],
  Look: [
    ['peek', grid, 'Actual size under the pointer, while the key is held', 'M'],
    ['reveal', photos, 'Show blurred photos, or blur them again', 'V'],
    ['zoom', zoomed, 'Fit or actual size', 'Z Space'],
    ['zoom-in', zoomable, 'Zoom in', '+ ='],
    ['zoom-out', zoomable, 'Zoom out', '-'],
    ['stage', window, 'Next background behind a photo', 'Shift+B'],
    ['face-strip', photo, 'Every face at actual size', 'A'],
    ['faces', photo, 'Frames of faces', 'O'],
    ['focus', photo, 'Where the camera focused', 'Shift+O'],
    ['crops', photo, 'Frames of crops', 'R'],
    ['thirds', photo, 'Thirds', 'D'],
    ['text', photo, 'Text on the photo, to select and copy', 'Shift+T', 'Alt+Shift+T'],
    ['histogram', photo, 'Histogram', 'W'],
    ['clipping', photo, 'Clipped highlights and shadows', 'J'],
    ['fullscreen', window, 'Full screen, or the photo alone', 'F'],
    ['live', photo, 'Play the film of a live photo', 'Shift+L'],
    ['lights-out', photo, 'Lights out: the photo alone', 'L'],
    ['slideshow', photos, 'Slideshow', 'Ctrl+Enter'],
  ],
  Hide: [
    ['fine', photos, 'Fine, not sensitive', 'Shift+F'],
    ['sensitive', photos, 'Sensitive', 'Shift+S'],
    ['private', photos, 'Private, or not', 'Shift+H'],
    ['client-mode', window, 'Client mode: hide sensitive and private photos', 'F9'],
  ],
  Work: [
    ['undo', window, 'Undo', 'Ctrl+Z'],
    ['redo', window, 'Redo', 'Ctrl+Shift+Z Ctrl+Y'],
    ['tag', photos, 'Add a tag', 'T', 'K'],
    ['album', photos, 'Put into the chosen album, or take out', 'Ctrl+B'],
    ['album-choose', photos, 'Put into an album', 'Ctrl+Shift+B'],
    ['album-earlier', grid, 'Earlier in the album', 'Alt+Shift+ArrowLeft'],
    ['album-later', grid, 'Later in the album', 'Alt+Shift+ArrowRight'],
    ['album-first', grid, 'To the beginning of the album', 'Alt+Shift+Home'],
    ['album-last', grid, 'To the end of the album', 'Alt+Shift+End'],
    ['rotate-left', photos, 'Turn to the left', '[ Ctrl+['],
    ['rotate-right', photos, 'Turn to the right', '] Ctrl+]'],
    ['crop', photos, 'Crop and straighten', 'Shift+R'],
    ['metadata-copy', photos, 'Copy the metadata of a photo', 'Ctrl+Shift+C'],
    ['metadata-paste', photos, 'Paste metadata', 'Ctrl+Shift+V'],
    ['similar', photos, 'Find similar', 'S'],
    ['similar-part', photo, 'Find similar to a part of the photo, which is drawn', 'Shift+D'],
    ['export', photos, 'Export', 'Ctrl+Shift+E', 'Ctrl+Shift+E Ctrl+S'],
    ['print', photos, 'Print', 'Ctrl+P'],
    ['share', photos, 'Share', ''],
    ['rename', photos, 'Rename files', 'F2'],
    ['move-files', photos, 'Move files to a folder', 'Ctrl+Shift+M'],
    ['trash', photos, 'Move to the trash, after a list', 'Delete'],
  ],
  Keywords: [
    ['keyword-1', all, 'Keyword 1 of the set, or take it off', 'Alt+1', 'Ctrl+Alt+1'],
    ['keyword-2', all, 'Keyword 2 of the set, or take it off', 'Alt+2', 'Ctrl+Alt+2'],
    ['keyword-3', all, 'Keyword 3 of the set, or take it off', 'Alt+3', 'Ctrl+Alt+3'],
    ['keyword-4', all, 'Keyword 4 of the set, or take it off', 'Alt+4', 'Ctrl+Alt+4'],
    ['keyword-5', all, 'Keyword 5 of the set, or take it off', 'Alt+5', 'Ctrl+Alt+5'],
    ['keyword-6', all, 'Keyword 6 of the set, or take it off', 'Alt+6', 'Ctrl+Alt+6'],
    ['keyword-7', all, 'Keyword 7 of the set, or take it off', 'Alt+7', 'Ctrl+Alt+7'],
    ['keyword-8', all, 'Keyword 8 of the set, or take it off', 'Alt+8', 'Ctrl+Alt+8'],
    ['keyword-9', all, 'Keyword 9 of the set, or take it off', 'Alt+9', 'Ctrl+Alt+9'],
    ['painter', grid, 'Painter: spray keywords and marks over photos', 'Alt+K'],
    ['keywords', window, 'Show or hide the keywords', 'Shift+K'],
  ],
  Window: [
    ['search', window, 'Search', '/ Ctrl+F'],
    ['save-search', window, 'Save the search under a name', 'Ctrl+Shift+S'],
    ['information', window, 'Show or hide information', 'I'],
    ['history', window, 'Show or hide the history', 'H'],
    ['filters', window, 'Show or hide the filters', '\\'],
    ['map', window, 'Map, or back to the photos', 'Shift+M'],
    ['show-people', window, 'Show people', ''],
    ['show-duplicates', window, 'Show duplicates', ''],
    ['show-learned', window, 'Show learned tags', ''],
    ['second-loupe', window, 'Second window: the photo; again closes it', 'Shift+E'],
    ['second-grid', window, 'Second window: the grid; again closes it', 'Shift+G'],
    ['second-lock', window, 'Second window: keep what it shows, or follow', 'Shift+W'],
    ['sidebar', window, 'Show or hide the sidebar', 'B'],
    ['panels', photos, 'On a photo: hide or show all panels', 'Tab'],
    ['next-area', window, 'Next area of the window', 'F6'],
    ['settings', window, 'Settings', 'Ctrl+,'],
    ['help', window, 'Shortcuts', '?'],
  ],
} as const

type Groups = typeof shortcutRows

export type ShortcutGroup = keyof Groups

/** What a key asks for. `rate-3` and `label-Red` contain their value; `label-` removes the label. */
export type ShortcutAction = Groups[ShortcutGroup][number][0]

/**
 * Where a shortcut acts: `window` is everywhere, `grid` is a list of photos, `faces` is the strip of faces within an
 * open photo, whose other keys act, too. The others are views of that name.
 */
export type ShortcutScope =
  | 'window'
  | 'grid'
  | 'photo'
  | 'faces'
  | 'compare'
  | 'bursts'
  | 'duplicates'
  | 'people'
  | 'learned'
  | 'map'

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

/** What an action does, as its shortcut says. */
export const describeAction = (action: ShortcutAction): string => {
  const shortcut = shortcuts.find((each) => each.action === action)
  return shortcut === undefined ? '' : describeShortcut(shortcut)
}

/** The keys of a shortcut for people. */
export const keysOf = ({ keys, scopes }: Shortcut, preset: ShortcutPreset): string[] =>
  keys[preset].map((key) => writeKey(keyHere(key, scopes)))

/** The keys of an action for people, separated by commas; empty if the preset has none. */
export function writeKeys(action: ShortcutAction, preset: ShortcutPreset): string {
  const shortcut = shortcuts.find((each) => each.action === action)
  return shortcut === undefined ? '' : keysOf(shortcut, preset).join(', ')
}
