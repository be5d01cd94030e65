/** A change that renamed keywords and everything below them, or removed keywords. */
export type NameChange =
  | { what: 'move'; from: string; to: string }
  | { what: 'merge'; names: readonly string[]; into: string }
  | { what: 'remove'; name: string }
