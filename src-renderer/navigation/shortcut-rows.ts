const window = ['window'] as const
const grid = ['grid'] as const
const photo = ['photo'] as const
const compare = ['compare'] as const
const duplicates = ['duplicates'] as const
const map = ['map'] as const
const single = ['photo', 'compare'] as const
const photos = ['grid', 'photo'] as const
const large = ['photo', 'map'] as const
const all = ['grid', 'photo', 'compare'] as const

/**
 * The table of shortcuts, by group: the action, where it acts, what it does, the keys of the preset `lightroom`, and
 * those of `photo-mechanic` where they are others. Keys are told apart by spaces and written as `Ctrl+Shift+Z`, in that
 * order; on a Mac, Ctrl is the command key.
 */
export const shortcutRows = {
  Move: [
    ['move', grid, 'Move between photos', 'Arrows'],
    ['extend', grid, 'Select a range', 'Shift+Arrows'],
    ['open', grid, 'Open the photo', 'Enter Space E'],
    ['previous', single, 'Photo before', 'ArrowLeft'],
    ['next', single, 'Photo after', 'ArrowRight'],
    ['first', photo, 'First photo', 'Home'],
    ['last', photo, 'Last photo', 'End'],
    ['close', ['photo', 'compare', 'duplicates'], 'Back to the photos', 'Escape Enter G'],
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
    ['frame-before', photo, 'Frame before, in the stack', 'ArrowUp'],
    ['frame-after', photo, 'Frame after, in the stack', 'ArrowDown'],
    ['stack-join', grid, 'Stack the selected photos', 'Ctrl+G'],
    ['stack-apart', grid, 'Take the stack apart', 'Ctrl+Shift+G'],
    ['stack-take-out', photos, 'Take out of its stack', 'Alt+G'],
  ],
  Look: [
    ['peek', grid, 'Actual size under the pointer, while the key is held', 'M'],
    ['reveal', photos, 'Show blurred photos, or blur them again', 'V'],
    ['zoom', single, 'Fit or actual size', 'Z Space'],
    ['zoom-in', large, 'Zoom in', '+ ='],
    ['zoom-out', large, 'Zoom out', '-'],
    ['stage', window, 'Next background behind a photo', 'Shift+B'],
    ['face-strip', photo, 'Every face at actual size', 'A'],
    ['faces', photo, 'Frames of faces', 'O'],
    ['crops', photo, 'Frames of crops', 'R'],
    ['thirds', photo, 'Thirds', 'D'],
    ['histogram', photo, 'Histogram', 'W'],
    ['clipping', photo, 'Clipped highlights and shadows', 'J'],
    ['fullscreen', window, 'Full screen', 'F'],
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
    ['rotate-left', photos, 'Turn to the left', '[ Ctrl+['],
    ['rotate-right', photos, 'Turn to the right', '] Ctrl+]'],
    ['similar', photos, 'Find similar', 'S'],
    ['similar-part', photo, 'Find similar to a part of the photo, which is drawn', 'Shift+D'],
    ['export', photos, 'Export crops', 'Ctrl+Shift+E', 'Ctrl+Shift+E Ctrl+S'],
  ],
  Window: [
    ['search', window, 'Search', '/ Ctrl+F'],
    ['save-search', window, 'Save the search under a name', 'Ctrl+Shift+S'],
    ['information', window, 'Show or hide information', 'I'],
    ['history', window, 'Show or hide the history', 'H'],
    ['filters', window, 'Show or hide the filters', '\\'],
    ['map', window, 'Map, or back to the photos', 'Shift+M'],
    ['sidebar', window, 'Show or hide the sidebar', 'B'],
    ['panels', photos, 'On a photo: hide or show all panels', 'Tab'],
    ['next-area', window, 'Next area of the window', 'F6'],
    ['help', window, 'Shortcuts', '?'],
  ],
} as const
