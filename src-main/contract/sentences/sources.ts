/** Where work of another program is imported from, as a part of a sentence, and why photos of it were not found. */
export const sources = {
  sidecars: 'the sidecars in {folder}',
  lightroom: 'the Lightroom catalogue {name}',
  digikam: 'the digiKam database {name}',
  library: 'the library in {name}',
  table: 'the table {name}',
  noneFits: 'No photo of the library lies there, or has this name with the same size or time.',
  severalFit: 'More than one photo fits, so that none was chosen.',
} as const
