/** Properties of IPTC that people fill and Lumafold does not keep, or how their names begin. */
export const FURTHER: readonly string[] = [
  'photoshop:Headline',
  'photoshop:Instructions',
  'photoshop:Credit',
  'photoshop:Source',
  'photoshop:AuthorsPosition',
  'photoshop:CaptionWriter',
  'photoshop:City',
  'photoshop:State',
  'photoshop:Country',
  'photoshop:TransmissionReference',
  'Iptc4xmpCore:',
  'Iptc4xmpExt:',
  'xmpRights:',
]
