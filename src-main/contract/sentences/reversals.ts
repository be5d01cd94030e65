/** What an undo or a redo did, and what became of files with it. */
export const reversals = {
  nothingToUndo: 'There is nothing to undo',
  nothingToRedo: 'There is nothing to redo',
  undone: 'Undone: {what}',
  redone: 'Redone: {what}',
  kept:
    '{photos} {photosCount, plural, one {was} other {were}} changed since and ' +
    '{photosCount, plural, one {stays as it is} other {stay as they are}}',
  left: '{count, number} {count, plural, one {change stays} other {changes stay}} as before',
  fileStays: '{path} stays: {reason}',
  moreStay: '{count, number} more stay where they are',
  exportStays: 'Its files stay: {reason}',
  exportRemoved: '{files} removed from {target}',
  exportGone: '{files} gone before',
  exportChanged: '{path} changed since, so that it stays',
  exportsChanged: '{files} changed since, so that they stay',
  exportFailed: '{path} could not be removed',
  exportsFailed: '{files} could not be removed',
  putBack: '{files} put back from the trash',
  putBackByHand: 'Put the files back from the trash by hand',
  toPutBack: 'To put the files back: {reason}',
  putBackAway: '{files} not put back, since the folder is not available',
  putBackNot: '{path} is not put back: {reason}',
  putBackMoreNot: '{files} more not put back',
} as const
