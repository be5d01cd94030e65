/** Why files were not exported. */
export const exports = {
  targetGone: 'The target folder is no longer there.',
  targetForbidden: 'The target folder cannot be written; check its permissions.',
  targetReadOnly: 'The target folder cannot be written; it is read-only now.',
  targetFull: 'The target disk is full.',
  notWritten: 'The picture could not be written: {reason}',
  tooLargeFormat:
    'The picture does not fit into {size, number} KB as {format}; choose fewer pixels, another format or a higher limit.',
  tooLargeQuality:
    'The picture does not fit into {size, number} KB at quality {quality}; choose fewer pixels, another format or a higher limit.',
  inLibrary: '{path} lies in the folder of the library, {library}. Choose a folder outside it.',
  notAFolder: '{path} is not a folder; choose an existing folder for exported files.',
  notWritable: 'Files cannot be written to {path}; choose another folder or change its permissions.',
  fileAway: '{name} is not where it was; its folder may be on a drive that is not connected.',
  taken: 'A file of this name is there already.',
  protected: 'A file of this name lies in a watched folder, and originals are never overwritten.',
  replaced: 'It replaced a file of this name.',
  photoGone: 'This photo is no longer in the library.',
  filmPoster: 'A video can only be copied as it is; choose a format for its poster.',
  filmLeftOut: 'A video can only be copied as it is, and is left out.',
  encodedAgain: 'Encoded again instead of copied.',
  copySays:
    'A copy would also say {fact, select, place {where it was taken} people {who is on it} serials {the owner’s name or serial numbers} other {more}}.',
  copyShows: 'A small picture within the file shows something else than the photo.',
  copyUnknown:
    'What else a copy would disclose cannot be checked, because ExifTool does not run or cannot read the file.',
  smaller: 'The photo has fewer pixels than this size; the file is as large as they allow.',
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
  notResumed:
    'This export is {state, select, queued {queued} running {running} asking {asking} undone {undone} other {not stopped}}; it cannot be resumed.',
  presetUnread: "The preset's file cannot be read: {reason}.",
  presetNoJson: 'it is not JSON',
  presetOther: 'it is no preset of Lumafold (its "kind" is not "{kind}")',
  presetVersion: 'its version is {version}, and this program reads version {known}',
  presetField: '"{place}": {reason}',
  presetUnknown: '"{place}" is not known',
  noQuality: '{format} files have no quality that a limit could lower; choose JPEG, WebP or AVIF.',
  cellsTooSmall:
    '{rows} rows and {columns} columns leave pictures of less than {least} mm; choose fewer, a smaller margin or larger paper.',
  manyFolders: 'A name pattern has at most {most} folders.',
  presetNoPicture: 'the picture of its watermark is missing',
} as const
