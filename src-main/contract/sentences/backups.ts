/** What backups of the catalogue were made before, and why there is none, or not this one. */
export const backups = {
  backup: '{time} ({photos})',
  unknown: 'There is no backup "{id}" in {path}.',
  notMade: 'No backup was made, since the catalogue {path} is damaged ({reason}).',
  noLibrary: 'There is no library in {path}.',
  damaged:
    'The backup of {backup} is damaged: its bytes are no longer those that were written. Restore another one; "lumafold backup list" shows them.',
  layout: 'version {version}',
  repair: 'a repair',
  folderRemoval: 'removing a folder',
  deletion: 'deleting for good',
  change: 'a change of {photos}',
  metadata: 'a change of the metadata of {photos}',
  keywords: 'a change of keywords of {photos}',
  suggestion: 'a suggestion of {photos}',
  painting: 'a stroke of the painter of {photos}',
  album: 'a change of an album of {photos}',
  merge: 'a merge of {photos}',
  turn: 'a turn of {photos}',
  import: 'an import of {photos}',
  faceNames: 'names of faces of {photos}',
} as const
