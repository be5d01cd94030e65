/** Fineness of edges for a mark of 0, and for 100. */
const [BLURRED, SHARP] = [0.07, 1]

/**
 * Converts fineness of edges to a mark from 0 to 100, linear in powers of two: twice the width of edges costs a quarter
 * of the scale. Without any edges the mark is 0. The ends leave room beyond the medians of the evaluation's photos:
 * unblurred (0.65), and blurred by 3 pixels (0.1).
 */
export const markOf = (fineness: number | null): number =>
  fineness === null
    ? 0
    : Math.round(100 * Math.min(1, Math.max(0, Math.log(fineness / BLURRED) / Math.log(SHARP / BLURRED))))
