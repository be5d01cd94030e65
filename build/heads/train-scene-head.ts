/**
 * Trains the scene head on labelled image features: multinomial logistic regression on L2-normalised MobileNetV2
 * features, six outdoor scenes and `none` for everything else. Fitted by full-batch gradient descent with momentum on
 * the even rows, scored on the odd ones; deterministic.
 *
 * node build/heads/train-scene-head.ts ../shared/features resources/heads/scenes.json
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readFeatures, type LabelledFeatures } from './labelled-features.ts'

const NONE = 'none'
const ITERATIONS = 600
const RATE = 2
const MOMENTUM = 0.9
const DECAY = 2e-4

type Head = { classes: string[]; weights: Float64Array[]; bias: Float64Array }

/** Trains on the given rows; `classOf` returns a row's class. */
export function trainSoftmax(
  rows: readonly Float32Array[],
  targets: readonly number[],
  classes: string[],
  iterations = ITERATIONS,
): Head {
  const dims = rows[0]!.length
  const head: Head = {
    classes,
    weights: classes.map(() => new Float64Array(dims)),
    bias: new Float64Array(classes.length),
  }
  const speed = classes.map(() => new Float64Array(dims + 1))
  for (let round = 0; round < iterations; round++) {
    const slope = classes.map(() => new Float64Array(dims + 1))
    rows.forEach((row, n) => addSlope(slope, row, scoreClasses(head, row), targets[n]!))
    classes.forEach((_, k) => {
      const [w, v, g] = [head.weights[k]!, speed[k]!, slope[k]!]
      for (let j = 0; j < dims; j++) w[j]! += v[j] = MOMENTUM * v[j]! - RATE * (g[j]! / rows.length + DECAY * w[j]!)
      head.bias[k]! += v[dims] = MOMENTUM * v[dims]! - (RATE * g[dims]!) / rows.length
    })
  }
  return head
}

function addSlope(slope: Float64Array[], row: Float32Array, chances: number[], target: number): void {
  chances.forEach((chance, k) => {
    const error = chance - (k === target ? 1 : 0)
    if (Math.abs(error) < 1e-6) return
    const g = slope[k]!
    for (let j = 0; j < row.length; j++) g[j]! += error * row[j]!
    g[row.length]! += error
  })
}

/** Chances of the classes for one L2-normalised row. */
export function scoreClasses({ weights, bias }: Head, row: Float32Array): number[] {
  const sums = weights.map((w, k) => w.reduce((sum, value, j) => sum + value * row[j]!, bias[k]!))
  const highest = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - highest))
  const total = powers.reduce((a, b) => a + b, 0)
  return powers.map((power) => power / total)
}

function accuracy(head: Head, rows: readonly Float32Array[], targets: readonly number[], among: number): number {
  const counted = targets.flatMap((target, n) => (target < among ? [n] : []))
  const right = counted.filter((n) => {
    const chances = scoreClasses(head, rows[n]!).slice(0, among)
    return chances.indexOf(Math.max(...chances)) === targets[n]
  })
  return right.length / counted.length
}

function main([folder, out]: string[]): void {
  if (!folder || !out) throw new Error('Usage: node build/heads/train-scene-head.ts FEATURES_DIR OUT.json')
  const data: LabelledFeatures = readFeatures(folder)
  const scenes = [...new Set(data.items.filter((item) => item.set === 'scenes').map((item) => item.label))].sort()
  const classes = [...scenes, NONE]
  const targetOf = (n: number) =>
    data.items[n]!.set === 'scenes' ? scenes.indexOf(data.items[n]!.label) : scenes.length
  const pick = (parity: number) => data.items.flatMap((_, n) => (n % 2 === parity ? [n] : []))
  const [even, odd] = [pick(0), pick(1)]
  const head = trainSoftmax(
    even.map((n) => data.rows[n]!),
    even.map(targetOf),
    classes,
  )
  const onOdd = [odd.map((n) => data.rows[n]!), odd.map(targetOf)] as const
  const scores = { scenes: accuracy(head, ...onOdd, scenes.length), withNone: accuracy(head, ...onOdd, classes.length) }
  const round = (value: number) => Math.round(value * 1000) / 1000
  const file = {
    model: data.model,
    classes,
    bias: [...head.bias].map(round),
    weights: head.weights.map((w) => [...w].map(round)),
    oddRowAccuracy: scores,
  }
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, `${JSON.stringify(file)}\n`)
  process.stdout.write(
    `six scenes ${scores.scenes.toFixed(3)}, with none ${scores.withNone.toFixed(3)}, written to ${join(out)}\n`,
  )
}

if (import.meta.main) main(process.argv.slice(2))
