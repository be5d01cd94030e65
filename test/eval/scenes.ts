import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readFeatures } from '../../build/heads/labelled-features.ts'
import { openSceneHead } from '../../src-main/analysis/tags/scene-head.ts'
import { resourcesDir } from '../fixtures/folders.ts'
import { sharedFolder } from '../fixtures/shared.ts'
import { figure, printFigures, type Figure, type ModelSet } from './figures.ts'

const NONE = 'none'

/**
 * The shipped scene head on the odd rows of the labelled features, which it was not trained on: among six scenes, and
 * with everything else as `none`.
 */
export async function evaluateScenes({ name }: ModelSet): Promise<Figure[]> {
  const folder = sharedFolder('features') ?? 'no-such-folder'
  if (name !== 'standard' || !existsSync(join(folder, 'index.json'))) return []
  const head = openSceneHead(resourcesDir)
  const { items, rows } = readFeatures(folder)
  const counts = { scenes: 0, scenesRight: 0, all: 0, allRight: 0 }
  for (let n = 1; n < rows.length; n += 2) {
    const { set, label } = items[n]!
    const ranked = Object.entries(head.score(rows[n]!))
      .sort((a, b) => b[1] - a[1])
      .map(([scene]) => scene)
    counts.all++
    if (ranked[0] === (set === 'scenes' ? label : NONE)) counts.allRight++
    if (set !== 'scenes') continue
    counts.scenes++
    if (ranked.find((scene) => scene !== NONE) === label) counts.scenesRight++
  }
  return [
    figure('scene head, six scenes, odd rows', name, counts.scenesRight / counts.scenes, { least: 0.88 }),
    figure('scene head with everything else as none, odd rows', name, counts.allRight / counts.all),
  ]
}

if (import.meta.main) await printFigures(evaluateScenes)
