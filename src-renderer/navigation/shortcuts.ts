/** Every shortcut of the window, as the list that `?` opens shows them. */
export const shortcuts: readonly { keys: string; what: string }[] = [
  { keys: '← → ↑ ↓', what: 'Move between photos' },
  { keys: 'Enter', what: 'Open or close a photo' },
  { keys: 'Shift + arrows', what: 'Select a range' },
  { keys: 'Ctrl + A', what: 'Select all' },
  { keys: '0 – 5', what: 'Rate' },
  { keys: 'Ctrl + Z', what: 'Undo the last change; Ctrl + Shift + Z or Ctrl + Y to redo' },
  { keys: 'H', what: 'Show or hide the history' },
  { keys: 'T', what: 'Add a tag' },
  { keys: 'S', what: 'Find similar' },
  { keys: 'E', what: 'Export crops' },
  { keys: 'I', what: 'Show or hide information' },
  { keys: 'B', what: 'Show or hide the sidebar' },
  { keys: 'F / C', what: 'Face boxes / crop frames in a photo' },
  { keys: 'Z', what: 'Fit or actual size in a photo' },
  { keys: '/', what: 'Search' },
  { keys: 'Esc', what: 'Back, or clear the selection' },
]
