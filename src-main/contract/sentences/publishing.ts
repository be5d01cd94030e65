/** Why a publish folder is not in step, and what became of its files. */
export const publishing = {
  hidden: 'Photos are hidden now; the folder is brought in step when they are shown.',
  away: '{path} is not there; its drive may not be connected.',
  noLonger: '“{name}” is no longer kept in step. {what}',
  filesStay: 'The files in {path} stay',
  filesRemoved: '{count, number} of its files removed',
  filesRemovedKept: '{count, number} of its files removed, {kept, number} kept',
  changed: 'The file was changed by somebody else, so that it stays as it is.',
  sensitive: 'The photo is sensitive.',
  card: 'A payment card is seen on the photo.',
  plate: 'A number plate is seen on the photo.',
  notRemoved: 'The file could not be removed.',
  targetAway: '{path} is not available.',
  targetTaken: '“{name}” publishes into {path} already.',
  noSheets: 'Contact sheets are not published; choose pictures.',
} as const
