/** Why a photo was not analysed. */
export const photos = {
  inCloud: 'The file is in a cloud and not on this machine. Download it, and it is analysed.',
  unexpected: 'An unexpected error stopped the analysis. Details are in the log.',
  undecodable: 'The picture cannot be decoded ({reason}).',
  unreadable: 'The file cannot be read ({code}).',
  noExifTool: 'ExifTool does not run here (it needs Perl): notes of the camera’s maker are left out.',
  noPicture: 'No picture of the file can be shown here.',
  fileAway: 'The file is not there, or its drive does not answer.',
} as const
