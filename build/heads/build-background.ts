/**
 * Writes how MobileNetV2 sees photos in general, for libraries too small to tell: mean, principal axes and shape of the
 * even rows of the labelled features. It keeps no vector of a photo. A person's photos are of another kind than these,
 * so the shape is that of photos of a held-out set: all of them lie towards the examples of a tag, and differ more.
 *
 * node build/heads/build-background.ts ../shared/features resources/heads/background-mobilenetv2.json
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  describeBackground,
  normalAlong,
  quartilesAlong,
  type Background,
} from '../../src-main/analysis/classifiers/background.ts'
import { writeBackground } from '../../src-main/analysis/classifiers/background-file.ts'
import { findDirection } from '../../src-main/analysis/classifiers/train-tag-head.ts'
import { readFeatures, type LabelledFeatures } from './labelled-features.ts'

const MODEL_ID = 'mobilenetv2-int8-embedding'
const COUNTS = [1, 4, 10]

type Shape = Background['shape']

/**
 * Distribution of photos of a held-out set along the directions of tags learned from that set; mean over sets, then
 * classes and numbers of examples.
 */
function shapeOfStrangers({ items, rows }: LabelledFeatures, known: readonly number[]): Shape {
  const sets = [...new Set(items.map(({ set }) => set))]
  return meanShape(
    sets.map((set) => {
      const described = {
        ...describeBackground(
          MODEL_ID,
          known.filter((n) => items[n]!.set !== set).map((n) => rows[n]!),
        ),
        sample: [],
      }
      const strangers = known.filter((n) => items[n]!.set === set)
      const labels = [...new Set(strangers.map((n) => items[n]!.label))]
      return meanShape(
        labels.flatMap((label) => {
          const own = strangers.filter((n) => items[n]!.label === label).map((n) => rows[n]!)
          const others = strangers.filter((n) => items[n]!.label !== label).map((n) => rows[n]!)
          return COUNTS.map((count) => shapeAlong(described, own.slice(0, count), others))
        }),
      )
    }),
  )
}

function shapeAlong(described: Background, examples: readonly Float32Array[], others: readonly Float32Array[]): Shape {
  const { direction } = findDirection({ positives: examples, negatives: [] }, described)
  const [found, whole] = [quartilesAlong(others, direction), normalAlong(described, direction)]
  return { spread: found.spread / whole.spread, middle: (found.middle - whole.middle) / whole.spread }
}

const meanShape = (shapes: readonly Shape[]): Shape => ({
  spread: shapes.reduce((sum, { spread }) => sum + spread, 0) / shapes.length,
  middle: shapes.reduce((sum, { middle }) => sum + middle, 0) / shapes.length,
})

function main([folder, out]: string[]): void {
  if (!folder || !out) throw new Error('Usage: node build/heads/build-background.ts FEATURES_DIR OUT.json')
  const data = readFeatures(folder)
  const even = [...data.rows.keys()].filter((n) => n % 2 === 0)
  const shape = shapeOfStrangers(data, even)
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(
    out,
    `${writeBackground({
      ...describeBackground(
        MODEL_ID,
        even.map((n) => data.rows[n]!),
      ),
      shape,
    })}\n`,
  )
  process.stdout.write(
    `background of ${even.length} photos, strangers ${shape.middle.toFixed(2)} above with spread ${shape.spread.toFixed(2)}, written to ${out}\n`,
  )
}

if (import.meta.main) main(process.argv.slice(2))
