/** Why another program, or the window of this one, was not opened. */
export const programs = {
  noFileManager: 'There is no file manager here that could show {path}.',
  noDisplay: 'There is no display for other programs. The file is {path}.',
  gone: 'This program is not known any more; choose it again.',
  notOpened: '{path} could not be opened: {reason}.',
  notShown: '{path} cannot be shown: {reason}.',
  noFiles: 'These photos have no files here.',
  ofSystem: 'In a browser, programs are those that the system knows.',
  noDrag: 'Files are dragged out of the desktop window only.',
  noShare: 'Files are shared from the desktop program on a Mac only.',
  browserRefused: 'The browser refused to open the window: {reason}.',
  browserEnded: 'The browser ended.',
  windowNotBuilt: 'The window of the app is not built: run "npm run setup" in the folder of the project.',
} as const
