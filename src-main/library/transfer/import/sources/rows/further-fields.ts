/** Names, or beginnings of names, of IPTC properties that people fill and Lumafold does not store. */
export const FURTHER_FIELDS: readonly string[] = [
  'Iptc4xmpCore:IntellectualGenre',
  'Iptc4xmpCore:Scene',
  'Iptc4xmpCore:SubjectCode',
  'Iptc4xmpExt:',
  'xmpRights:Certificate',
  'xmpRights:Owner',
]
