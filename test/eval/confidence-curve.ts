import { alongCurve, curveWith, shownCurve, type Curve } from '../../src-main/analysis/models/adapters/calibration.ts'
import { openModelSets } from './figures.ts'
import { analyseCoco, judgeObjects, type Judged } from './analyse-coco.ts'

type Numbers = readonly [number, number, number]

/** Where the curve that is fitted begins: chances above it are shown. */
const FROM = 0.5
const GRID = Array.from({ length: 30 }, (_, k) => Math.round((0.4 + k * 0.02) * 100) / 100)
/** Each number is this much above the one before, so that tags keep their order. */
const RISE = 0.02

/** The chance behind a confidence shown, both 0 to 1: the inverse of `showAs`. */
export const chanceBehind = (shown: number): number =>
  alongCurve(
    shownCurve.map(([x, y]) => [y, x] as const),
    shown,
  )

/** The three numbers of the confidence curve with the least Brier score on these tags. */
export function fitCurve(judged: readonly Judged[]): Numbers {
  const points = judged
    .map(({ confidence, isRight }) => ({ chance: chanceBehind(confidence / 100), right: isRight ? 1 : 0 }))
    .filter(({ chance }) => chance >= FROM)
  let best: { numbers: Numbers; loss: number } = { numbers: [0.6, 0.75, 0.9], loss: Infinity }
  for (const half of GRID)
    for (const most of GRID)
      for (const nearly of GRID) {
        if (most < half + RISE || nearly < most + RISE) continue
        const curve = curveWith([half, most, nearly])
        const loss = points.reduce((sum, { chance, right }) => sum + (alongCurve(curve, chance) - right) ** 2, 0)
        if (loss < best.loss) best = { numbers: [half, most, nearly], loss }
      }
  return best.numbers
}

/** The tags of each half of the photos as they would be shown by a curve fitted on the other half. */
export function crossFit(halves: readonly [readonly Judged[], readonly Judged[]]): Judged[] {
  return [0, 1].flatMap((half) => {
    const curve = curveWith(fitCurve(halves[1 - half]!))
    return halves[half]!.map(({ confidence, isRight }) => ({
      confidence: 100 * recut(curve, confidence / 100),
      isRight,
    }))
  })
}

const recut = (curve: Curve, shown: number) => alongCurve(curve, chanceBehind(shown))

/** Prints the three numbers fitted on all photos, with all sets of models together. */
async function main(): Promise<void> {
  const judged: Judged[] = []
  for (const { models } of openModelSets()) {
    judged.push(...(await analyseCoco(models)).flatMap(judgeObjects))
    await models.close()
  }
  process.stdout.write(`${fitCurve(judged).join(' ')}\n`)
}

if (import.meta.main) await main()
