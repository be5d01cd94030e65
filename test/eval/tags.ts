import { analyseCoco, isShown, judgeObjects, type Judged } from './analyse-coco.ts'
import { bandFigures, calibrationError } from './calibration-error.ts'
import { evaluateCategories } from './categories.ts'
import { figure, median, printFigures, type Figure, type ModelSet } from './figures.ts'
import { evaluateReviewed } from './reviewed.ts'
import { evaluateSceneCategories } from './scene-categories.ts'

const shownOf = (judged: readonly Judged[]) => judged.filter(isShown)

/**
 * Tags against the 80 object names of COCO at the display threshold, their calibration (fitted on the even photos), the
 * manual verdicts, categories, and false NSFW alarms.
 */
export async function evaluateTags({ name, models }: ModelSet): Promise<Figure[]> {
  const seen = await analyseCoco(models)
  if (seen.length === 0) return []
  const judged = seen.flatMap(judgeObjects)
  const shown = shownOf(judged)
  const right = shown.filter(({ isRight }) => isRight).length
  const precision = right / shown.length
  const recall = right / seen.reduce((sum, { labels }) => sum + labels.length, 0)
  const alarms = (kind: 'nsfw' | 'underwear') =>
    seen.filter(({ findings }) => (findings.nsfw?.[kind] ?? 0) >= 50).length / seen.length
  const perPhoto = seen.map(({ findings }) => findings.tags!.filter(isShown).length)
  const held = seen.filter((_, n) => n % 2 === 1).flatMap(judgeObjects)
  return [
    // limits for regression: the values of a fit without these photos, which the detectors were trained on
    figure('tags F1', name, (2 * precision * recall) / (precision + recall), {
      least: name === 'standard' ? 0.79 : 0.76,
    }),
    figure('tags precision', name, precision, { least: name === 'standard' ? 0.85 : 0.83 }),
    figure('tags recall', name, recall),
    figure('tags calibration error, shown tags', name, calibrationError(shown), { most: 0.08 }),
    figure('tags calibration error, all above 7', name, calibrationError(judged), { most: 0.08 }),
    figure('tags calibration error, shown tags of odd photos', name, calibrationError(shownOf(held)), { most: 0.08 }),
    figure('tags calibration error, all above 7 of odd photos', name, calibrationError(held)),
    ...bandFigures('tags', name, judged),
    figure('tags shown per photo, median', name, median(perPhoto)),
    ...(name === 'standard' ? evaluateReviewed(seen, name) : []),
    ...evaluateCategories(seen, name),
    ...(name === 'standard' ? evaluateSceneCategories() : []),
    figure('nsfw false alarms', name, alarms('nsfw'), { most: 0.01 }),
    figure('underwear alarms', name, alarms('underwear'), { note: 'one photo shows a swimsuit' }),
    figure('faces, tags and categories, median CPU ms', name, median(seen.map(({ ms }) => ms))),
  ]
}

if (import.meta.main) await printFigures(evaluateTags)
