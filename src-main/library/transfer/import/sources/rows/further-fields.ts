/** Properties of IPTC that people fill and Lumafold does not keep, or how their names begin. */
export const FURTHER: readonly string[] = [
  'Iptc4xmpCore:IntellectualGenre',
  'Iptc4xmpCore:Scene',
  'Iptc4xmpCore:SubjectCode',
  'Iptc4xmpExt:',
  'xmpRights:Certificate',
  'xmpRights:Owner',
]
