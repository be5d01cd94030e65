/** Ranks that begin at 0; equal values share the mean of theirs. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((a, b) => values[a]! - values[b]!)
  const ranks = values.map(() => 0)
  for (let from = 0; from < order.length;) {
    let to = from
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++
    for (let at = from; at < to; at++) ranks[order[at]!] = (from + to - 1) / 2
    from = to
  }
  return ranks
}

/** Spearman's rank correlation of two lists of one length, -1 to 1. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranksOf(a), ranksOf(b)]
  const middle = (a.length - 1) / 2
  const sum = (of: (at: number) => number) => x.reduce((total, _, at) => total + of(at), 0)
  const product = sum((at) => (x[at]! - middle) * (y[at]! - middle))
  return product / Math.sqrt(sum((at) => (x[at]! - middle) ** 2) * sum((at) => (y[at]! - middle) ** 2))
}
