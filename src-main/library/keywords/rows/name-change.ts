/** What changed the names of keywords and of all below them, or took keywords away. */
export type NameChange =
  | { what: 'move'; from: string; to: string }
  | { what: 'merge'; names: readonly string[]; into: string }
  | { what: 'remove'; name: string }
