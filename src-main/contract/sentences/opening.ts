/** Why a library, or a database of it, cannot be opened, and what is to be done. */
export const opening = {
  newer:
    'The library {path} was made by a newer Lumafold (catalogue version {version}; this program knows up to {latest}). Update Lumafold, or choose another library folder.',
  foreign: '{path} is a database of another program, not a Lumafold catalogue. Choose another library folder.',
  damaged:
    'The catalogue {path} is damaged ({reason}). The photos themselves are not touched. Keep a copy of the library folder, then put back a backup of library.db, or move library.db away and add the folders again to analyse them again.',
  full: 'The disk of the library {path} is full, so that nothing can be saved. Free some space.',
  failing:
    'The library {path} cannot be read or written now ({reason}). Check its disk, and close other programs that use it.',
  unopenable: 'The file {path} cannot be opened ({reason}). Check that it is a file and that it may be written.',
  notDatabase: 'its first bytes are not those of a database',
  cutOff: 'it is cut off, and part of the file is gone',
  newestBackup: 'The newest backup is of {backup}: "lumafold backup restore" restores it.',
  inUse: 'The library {path} is in use by {owner}. Close it first, or use another library.',
  otherProcess: 'another process',
  owner: '{name} (process {process}) since {time} UTC',
  ownerOn: '{owner} on {host}',
  ownerAt: '{owner} at {address}',
  notWritable: 'The library {path} cannot be written to ({code}). Change its permissions, or choose another library.',
  noRoom: 'The disk of the library {path} is full, so that the library cannot be opened. Free some space.',
  isFolder: '{path} is a folder, where a library has its catalogue. Choose another folder.',
  lost: 'The catalogue {path} {what, select, folder {is a folder} empty {is empty} other {is gone}}, though this folder holds a library.',
  lostOf:
    'The catalogue {path} {what, select, folder {is a folder} empty {is empty} other {is gone}}, though this folder holds a library of {photos}.',
  moveAway: 'Move it away.',
  restore: 'Restore the backup of {backup} with "lumafold backup restore".',
  noBackup: 'There is no backup in {path}: bring the file back from a copy of your own.',
  beginAnew: 'To begin a new library, choose another folder.',
} as const
