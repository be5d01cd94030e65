/** All members of a union in one: `A | B` becomes `A & B`. */
export type Together<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer Whole,
) => void
  ? Whole
  : never
