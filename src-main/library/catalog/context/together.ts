/** The intersection of a union's members: `A | B` becomes `A & B`. */
export type Together<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer Whole,
) => void
  ? Whole
  : never
