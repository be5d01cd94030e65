/** Why files were not exported. */
export const exports = {
  targetGone: 'The target folder is no longer there.',
  targetForbidden: 'The target folder cannot be written; check its permissions.',
  targetReadOnly: 'The target folder cannot be written; it is read-only now.',
  targetFull: 'The target disk is full.',
  notWritten: 'The picture could not be written: {reason}',
  notAFolder: '{path} is not a folder; choose an existing folder for exported files.',
  notWritable: 'Files cannot be written to {path}; choose another folder or change its permissions.',
  fileAway: '{name} is not where it was; its folder may be on a drive that is not connected.',
  filmPoster: 'A film can only be copied as it is; choose a format for its poster.',
  notAnalysed:
    'The photo is not analysed yet, so no crop can be suggested; wait for the analysis or set the crop by hand.',
  allWritten: 'All files of this export are written.',
  cancelBeforeUndo: 'Cancel the export before you undo it.',
  nothingThere: 'This export has written nothing that is still there.',
  cancelBeforeForget: 'Cancel the export before you take it out of the list.',
  targetUnknown: 'The folder for exported files is not known; choose it again.',
  noPhotos: 'There are no photos to export: the query finds none.',
  notKnown: 'This export is not known; it may have been forgotten.',
  presetTaken: 'There is a preset called “{name}” already.',
  watermarkGone: 'The picture of the watermark is no longer kept; choose it again.',
  watermarkInUse: '“{name}” uses this picture as its watermark.',
} as const
