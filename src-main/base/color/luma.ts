/** Perceived brightness: luma of ITU-R BT.601, in the range of the given values. */
export const lumaOf = (r: number, g: number, b: number): number => 0.299 * r + 0.587 * g + 0.114 * b
