/** What a repair of a library did. */
export const repairs = {
  partRebuilt: '{part} was damaged and has been rebuilt.',
  spaceGiven: '{size, number} MB of the library’s files were empty and are given back.',
  rowsRemoved: 'Rows removed from {table}, since they belonged to nothing: {count, number}.',
  thumbnailsRenewed: 'The file of thumbnails was damaged: thumbnails are created again.',
  thumbnailsAgain: 'Thumbnails that were gone and are created again: {count, number}.',
  thumbnailsRemoved: 'Thumbnails removed, since their photos are gone: {count, number}.',
  mainFileChosen: 'Another main file was chosen for {photos}.',
  presenceCorrected: 'The record of whether the file is there was corrected for {photos}.',
  wordsRenewed: 'The name finds {photos} again.',
  valuesLimited: 'The values of {photos} are within their limits again; a rating that could not be read is removed.',
  stepsAgain: 'The analysis is done again for {photos}.',
  tagsRenewed: 'Tags find {photos} again.',
} as const
