/** Why one of several photos that show the same is the one to keep. */
export const duplicates = {
  readable: 'Its file can be read now',
  raw: 'RAW file',
  pixels: 'More pixels',
  camera: 'Tells the camera',
  lessCompressed: 'Less compressed',
  worked: 'You rated, tagged or described it',
  older: 'Older file',
  shorterName: 'Shorter name',
  original: 'Its name is not that of a copy',
  notInBackup: 'Not in a folder of backups',
  inEvent: 'In a folder with a name',
  addedFirst: 'Added to the library first',
  otherTimes: 'Taken at different times',
  otherExposure: 'Exposed differently',
} as const
