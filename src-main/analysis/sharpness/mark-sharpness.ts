/** Fineness of edges where the mark is 0, and from which on it is 100. */
const [BLURRED, SHARP] = [0.07, 1]

/**
 * Fineness of edges as a mark from 0 to 100, even in powers of two: each time that edges are twice as wide, a quarter
 * of the scale is gone. What has no edges at all is not sharp. The ends leave room at both sides of what even photos of
 * the evaluation have at the median when they are not blurred (0.65), and when they are by 3 pixels (0.1).
 */
export const markOf = (fineness: number | null): number =>
  fineness === null
    ? 0
    : Math.round(100 * Math.min(1, Math.max(0, Math.log(fineness / BLURRED) / Math.log(SHARP / BLURRED))))
