/** Where work of another program is imported from, as a part of a sentence, and why photos of it were not found. */
export const sources = {
  sidecars: 'the sidecars in {folder}',
  takeout: 'the Google Takeout in {folder}',
  lightroom: 'the Lightroom catalogue {name}',
  digikam: 'the digiKam database {name}',
  library: 'the library in {name}',
  table: 'the table {name}',
  noneFits: 'No photo of the library lies there, or has this name with the same size or time.',
  severalFit: 'More than one photo fits, so that none was chosen.',
  unknown:
    "{name} is {kind, select, database {a database, but neither of Lightroom Classic nor of digiKam} archive {an archive: unpack it first} damaged {damaged: it does not begin as a database does} other {a file of a kind that is not known}}. Work is imported from a Lightroom catalogue (.lrcat), digiKam's digikam4.db, a folder of XMP sidecars, a table (.csv), or a library that Lumafold exported as JSON.",
  otherVersion:
    'This {kind, select, lightroom {Lightroom catalogue} other {digiKam database}} is of a version that is not known: it has not {what}.',
  noColumn: 'a column {column} in its table {table}',
  noTable: 'a table {table}',
  jsonHead: '{name} does not begin as a library that Lumafold exported. Export it again.',
  jsonEnd: '{name} is not whole: its end is missing. Export it again.',
  jsonLine: '{name} has no photo in line {line}. Export it again.',
  csvQuote: '{name} is no file of comma separated values: a quote in row {row} is not closed.',
  readerEnded: '{name} cannot be read: what reads it ended ({reason}).',
  noAnswer: 'it gave no answer',
} as const
