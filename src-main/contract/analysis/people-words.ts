/**
 * Concepts that say who is on a photo, and how many, from faces. A person can switch them off: they are then neither
 * shown nor searched, but for those that the person or the file gave.
 */
export const peopleConcepts: readonly string[] = [
  'man',
  'woman',
  'child',
  'baby',
  'couple',
  'one-person',
  'two-people',
  'group',
  'crowd',
]
