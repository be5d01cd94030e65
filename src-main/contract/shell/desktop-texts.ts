import { z } from 'zod'

/**
 * Texts of the menu bar and of the system's dialogs in English. The window has the other languages and sends the texts
 * to the desktop program. `&` precedes the letter that opens a menu by key; it is optional.
 */
export const englishDesktopTexts = {
  menuFile: '&File',
  menuEdit: '&Edit',
  menuPhoto: '&Photo',
  menuView: '&View',
  menuLibrary: '&Library',
  menuWindow: '&Window',
  menuHelp: '&Help',
  about: 'About Lumafold',
  services: 'Services',
  hide: 'Hide Lumafold',
  hideOthers: 'Hide others',
  showAll: 'Show all',
  quit: 'Quit Lumafold',
  addFolder: 'Add folder…',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  delete: 'Delete',
  reload: 'Reload',
  developerTools: 'Developer tools',
  actualSize: 'Interface at usual size',
  zoomIn: 'Larger interface',
  zoomOut: 'Smaller interface',
  fullScreen: 'Window in full screen',
  minimize: 'Minimize',
  zoomWindow: 'Zoom',
  closeWindow: 'Close window',
  addFolderTitle: 'Add a folder of photos',
  add: 'Add',
  cancel: 'Cancel',
  addFolderOfFile: 'Lumafold shows the photos of folders that it watches. Add the folder of this file?',
  notOpened: 'This could not be opened',
  locateFolderTitle: 'Where is this folder now?',
  locateFileTitle: 'Where is this file now?',
  thisIsIt: 'This is it',
  targetTitle: 'Choose a folder for the exported files',
  sourceFolderTitle: 'Choose a folder',
  sourceFileTitle: 'Choose a file',
  programTitle: 'Choose a program for photos',
  choose: 'Choose',
  folderNotAdded: 'The folder could not be added',
  hasToClose: 'Lumafold has to close',
  processEnded: 'The library’s process ended unexpectedly. Nothing that was stored is lost; start Lumafold again.',
  cannotStart: 'Lumafold cannot start',
  recentFolders: 'Recent folders',
  windowStopped: 'The window stopped unexpectedly. It opens again, and nothing that was stored is lost.',
  reportIsHere: 'A report is on this computer. It was sent nowhere:',
  showReport: 'Show report',
  close: 'Close',
  openWindow: 'Open Lumafold',
}

/** Each text by its name. */
export type DesktopTexts = Record<keyof typeof englishDesktopTexts, string>

/** Maximum length of a text that a menu or dialog accepts from a page. */
const MAX_LENGTH = 300
const names = Object.keys(englishDesktopTexts) as (keyof DesktopTexts)[]

export const DesktopTexts = z.object(
  Object.fromEntries(names.map((name) => [name, z.string().min(1).max(MAX_LENGTH)])) as Record<
    keyof DesktopTexts,
    z.ZodString
  >,
)
