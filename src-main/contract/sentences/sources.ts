/** Where work of another program is imported from, as a part of a sentence. */
export const sources = {
  sidecars: 'the sidecars in {folder}',
  lightroom: 'the Lightroom catalogue {name}',
  digikam: 'the digiKam database {name}',
  library: 'the library in {name}',
  table: 'the table {name}',
} as const
