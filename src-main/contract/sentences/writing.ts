/** Why metadata were not written. */
export const writing = {
  diskFull: 'The disk of {path} is full, so that {name} cannot be written. Free some space.',
  changed: '{name} was changed by another program while it was to be written.',
  outside: '{name} is a link to {path}, outside the watched folders, and is left as it is.',
  forbidden: '{name} may not be written in {path}. Allow writing there, or have metadata written nowhere.',
  folderGone: '{path} is not there, so that {name} cannot be written.',
  parted: 'Other names of the file {name} (hard links) keep its former content: {count, number}.',
  libraryFull: 'The disk of the library is full, so that no metadata are written. Free some space.',
  nothing: 'No metadata are written: {sentence}',
  failed: '{name} cannot be written: {reason}.',
} as const
