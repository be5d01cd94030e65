/** Why a folder or file that a person named, or one that is private, cannot be used. */
export const paths = {
  outsideRoots:
    'This window may only use folders in: {paths}. Others are allowed on the machine itself, by "lumafold allow".',
  notFull: '"{path}" is not a full path: begin with / (or ~, or a drive letter).',
  notMade: 'The folder {path} could not be made: {reason}.',
  noFolder: '{path} is not a folder that can be read.',
  noFolderAt: 'There is no folder at {path}.',
  nothingAt: 'There is no file or folder at {path}.',
  noFileAt: 'There is no file at {path}.',
  noFile: "{path} is no file. Name the photo's file.",
  needed: 'A path must be named: there are no dialogs in a browser.',
  byPath: 'In a browser, a folder is added by its path.',
  byDialog: 'Folders are chosen in a dialog here.',
  dropAgain: 'This folder was not dropped on the window. Drop it again.',
  notAllowed: '{path} was not allowed on this machine.',
  otherQuestion: 'Another question is waiting on the machine. Answer it there first.',
  allowedDamaged: '{path} does not hold what Lumafold wrote. Remove it and allow folders again.',
  privateLink: '{path} is a link. Replace it by the file itself.',
  privateUnreadable: '{path} cannot be read ({code}). Make it readable for you alone, or remove it.',
  privateShared: '{path} can be used by others on this machine, so it is not read. Run: chmod 600 "{path}"',
  privateOfOther: '{path} belongs to another user, so it is not read. Remove it.',
} as const
