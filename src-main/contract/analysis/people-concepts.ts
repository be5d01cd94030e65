/**
 * Concepts about the people in a photo and their number, derived from faces. When a person switches them off, they are
 * neither shown nor searched, unless the person or the file gave them.
 */
export const peopleConcepts: readonly string[] = [
  'man',
  'woman',
  'child',
  'baby',
  'couple',
  'family',
  'smile',
  'one-person',
  'two-people',
  'group',
  'crowd',
]
