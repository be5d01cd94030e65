/** Why something a person asked for was not done. */
export const errors = {
  albumTaken: 'There is an album called “{name}” here already.',
  albumInItself: 'An album cannot lie in itself.',
  searchTaken: 'There is a search called “{name}” already.',
  templateTaken: 'There is a template called “{name}” already.',
  keywordSetTaken: 'There is a keyword set called “{name}” already.',
  keywordToMerge: 'There is a keyword “{name}” already; merge the two, or choose another name.',
  keywordTaken: 'There is a keyword “{name}” already.',
  keywordUnknown: 'There is no keyword “{name}”.',
  keywordWithin: '“{place}” lies within “{name}”, which cannot go there.',
  keywordOthers: 'Choose keywords other than the one that stays.',
  folderOverlaps:
    '{path} overlaps with {other}, which is already in the library. Choose a folder outside it, or remove that folder first.',
  folderKept:
    '{path} was removed from the library and is kept for some weeks. Put it back, or delete it for good first.',
  photosNotThere: 'The photos of {from} are not in {to}. Name the folder they are in.',
  notWatched: '{path} is in no watched folder. Add its folder to the library first.',
  folderAbsent: '{path} does not exist; check its spelling.',
  isFile: '{path} is a file, not a folder; add the folder it lies in.',
  nameTaken: 'There is a “{name}” in {path}.',
  watchedRename: '{path} is a watched folder. Rename it in the file manager, then say where it is now with “Locate”.',
  notInLibrary: '{path} is not in the library.',
  planAgain: 'Plan the move again: it was planned long ago.',
  placesForgotten: 'Where the files of this change lay is not known any more.',
  nothingMoved: 'Nothing was moved. {what}',
  folderNotEmpty: 'The folder “{name}” is not empty any more, and stays.',
  nameUnsafe: '“{name}” is no name that every system takes; “{safe}” is one.',
  moveNoRoom:
    '{path} has room for {room, number} MB, and {needed, number} MB would be copied there. Free some space, or choose another folder.',
  exportAgain: 'Files that were removed are exported again, not brought back.',
  trashAgain: 'Files go to the trash only after they are listed: choose them again.',
  nothingUndone: 'Nothing can be undone here at present.',
  notReadYet: 'Not all of these photos have been read yet. Turn them when that is done.',
  personUnnamed: 'A person needs a name.',
  tagUnnamed: 'A tag needs a name.',
  wordUnknown: '“{word}” is not in the vocabulary.',
  wordMeant: '“{word}” is not in the vocabulary. Is “{near}” meant?',
  noDate: '{name} has no date that others could be moved along with. Set one first.',
  trackGone: 'The track is not there any more. Choose its file again.',
  listAgain: 'List the files again: they were looked at long ago.',
  noTrash: 'There is no trash here.',
  duplicatesChanged: 'These photos are no longer found to show the same: look at the duplicates again.',
  faceGone: 'The photo {id} has no face at that place any more: look at it again.',
  nobodyCalled: 'Nobody is called “{name}”.',
  groupEmpty: 'This group has no faces any more: look at the groups again.',
  writtenNowhere: 'Metadata are written nowhere: choose a place for them first.',
  wrongPassphrase: 'That is not the passphrase.',
  setPassphrase: 'Set a passphrase first.',
  leaveClientMode: 'Leave client mode first.',
  pictureGone: 'This picture is not known any more. Drop it on the window again.',
  partTooSmall: 'This part of the photo is too small to compare. Draw a larger one.',
  noLearning: 'No model that describes photos is installed, so nothing can be learned. Install the models again.',
  diskFull: 'The disk of {path} is full. Free some space.',
  importGone: 'What is to be imported from is not known any more; choose it again.',
  jobGone: 'This job is not known; it may have ended before the program was started again.',
  catalogueInUse: '{name} is being written by its program. Close that program and import again.',
  catalogueDamaged:
    '{name} is damaged and cannot be read to its end. Have its program check or repair it, or import a backup of it.',
  notFinished: 'The disk is full, so that {path} was not finished. Free some space.',
  patternField: 'The pattern has an unknown field {written}; known are {known}, and {example} for four digits.',
  nameField: 'The name pattern has an unknown field {written}; known are {known}.',
  passphraseShort: 'A passphrase has at least {count, number} characters.',
  csvEmpty: '{name} is empty.',
  csvNoPaths: '{name} has no column with the paths of photos: name it "path" in the first row.',
  backupNoRoom:
    'There is no room for a backup in {path}: it takes {needed}, and {free} are free. Free some space, or choose another folder for backups.',
  notGpx: '{name} cannot be read as GPX: {reason}.',
  noWatermark: '{name} cannot be a watermark; choose a PNG, JPEG or WebP picture.',
  noAnswerAwaited: 'No file of this export waits for an answer.',
  folderLeft: '{path} is no longer in the library.',
  tooManyTries: 'Too many wrong tries. Try again in {time}.',
  noGpx: '{name} is no GPX file. Export the track as GPX and choose that.',
  gpxUntimed: '{name} has {count, number} points without times, so that no photo can be found on them.',
  gpxEmpty: '{name} holds no points.',
  conflictGone: 'There is no such conflict about the photo {id} any more.',
  wholeInputWrong: 'The input: {reason}.',
  unexpected: 'Unexpected error. Details are in the log.',
  inputWrong: '"{path}": {reason}.',
  nothingKept:
    'Nothing that the change {id} removed is kept.',
  noExamples:
    'No photo was given; choose photos that show the tag, or photos that do not.',
  classifierTaken:
    '"{id}" is there already; add the photos to it, or choose another id.',
  tagTaught:
    '"{name}" is taught by the tagger "{other}" already; add the photos there, or choose another name.',
  noneAnalysed:
    'None of these photos is analysed by {by, select, colors {colors} other {content}} yet; wait until their analysis is done.',
  notAnalysedBy:
    '{name} is not analysed by {by, select, colors {colors} other {content}} yet; wait until its analysis is done.',
  nothingSimilar:
    '{name} could not be read, so that nothing similar can be found; mend the file and analyse it again.',
  pictureNotAnalysed:
    'The picture could not be analysed by {by, select, colors {colors} other {content}}; install the models in the settings.',
  nothingGiven:
    'Nothing is given to the photos.',
  notDateTime:
    '{date} is no date and time.',
  noField:
    'No field is given.',
  noMoves:
    'No files are moved here.',
  changeState:
    'The change {id} is {state, select, undone {undone already} other {not undone}}.',
  changeForgotten:
    'The history holds no change with the number {id}; old ones are forgotten.',
  noFrames:
    'No frame is suggested that was not decided already.',
  firstOfStack:
    'The photo is the first of its stack; there is nothing to split.',
  notWatchedItself:
    '{path} is not a watched folder itself; choose the watched folder it lies in.',
  leavesRoot:
    'The folder path "{path}" leaves its root.',
  noFilm:
    '{name} is no film.',
  onePhotoGone:
    'One of the photos is not there.',
  notMissing:
    'The photo {id} is not missing: it has its file.',
  missingToo:
    'The photo {id} has no file: it is missing, too.',
  questionGone:
    'No question about the photo {id} is open, or not with this candidate.',
  namesMissing:
    "The names' digest {path} is missing. Install the program again.",
  lockUnreadable:
    'The file lock.json in the folder of the library cannot be read.',
  photoTwice:
    'A photo is named twice, or is to be kept and to go.',
  noneHas:
    'None of the photos has the {what, select, rating {rating} pick {flag} label {label} sensitivity {sensitivity} takenAt {date} orientation {orientation} title {title} caption {caption} creator {creator} other {copyright}} {value}.',
  noCropYet:
    '{name} is not analysed yet, so no crop can be suggested.',
  cropEmpty:
    'The crop has no width or no height.',
  notRating:
    'A rating is a whole number from 0 to {most}, not {rating}.',
  notOrientation:
    'An orientation is a whole number from 1 to 8, not {orientation}.',
  sidecarsWithin:
    'Sidecars in {path} would lie within the watched folder {root}. Choose a folder elsewhere. Beside the photos they are written, merged with those that are there, by choice: in the settings, or by "lumafold metadata sidecars".',
  twoPeople:
    'Name two people to be made one.',
} as const
