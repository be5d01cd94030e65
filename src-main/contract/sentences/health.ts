/** Whether the catalogue is sound, and what is to be done where it is not. */
export const health = {
  checking: 'The catalogue may be damaged ({reason}). It is being checked, and nothing is written to it meanwhile.',
  mendable:
    'A part of the catalogue that can be made again is damaged. That happens when Lumafold is next started; until then nothing is written to the catalogue.',
  damaged:
    'The catalogue is damaged ({reason}). It is shown as far as it can be read, and nothing is written to it. Restore a backup with "lumafold backup restore": ratings and tags given since then are done again. The photos themselves are not touched.',
  onNetwork: 'The library {path} lies on a network drive, where a database can be damaged when the connection breaks.',
  leaveNetwork:
    'Move the library folder to a disk of this machine; the photos may stay where they are, and backups may go there ("lumafold backup folder DIR").',
  uncheckable: 'it cannot be checked',
} as const
