/**
 * Solves `matrix * x = right` for a symmetric positive definite matrix by Cholesky factors; changes neither argument.
 */
export function solveSymmetric(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const n = right.length
  const factor = matrix.map((row) => row.slice(0, n))
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = factor[i]![j]!
      for (let k = 0; k < j; k++) sum -= factor[i]![k]! * factor[j]![k]!
      factor[i]![j] = i === j ? Math.sqrt(sum) : sum / factor[j]![j]!
    }
  }
  const x = [...right]
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i]! -= factor[i]![k]! * x[k]!
    x[i]! /= factor[i]![i]!
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i]! -= factor[k]![i]! * x[k]!
    x[i]! /= factor[i]![i]!
  }
  return x
}
