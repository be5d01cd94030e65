import { decodePhoto } from '../../src-main/engine/local/decode/decode-photo.ts'
import type { Models } from '../../src-main/engine/local/models/slots.ts'
import { createSeen } from '../../src-main/engine/local/seen.ts'
import { createCategoriesStep } from '../../src-main/engine/local/steps/categories.ts'
import { createFacesStep } from '../../src-main/engine/local/steps/faces.ts'
import { createTagsStep } from '../../src-main/engine/local/steps/tags.ts'
import { openTagParts } from '../../src-main/engine/local/tagging/gather-evidence.ts'
import type { Findings } from '../../src-main/engine/engine.ts'
import { resourcesDir } from '../fixtures/folders.ts'
import { listLabelled } from './labelled.ts'
import { figure, median, printFigures, type Figure, type ModelSet } from './figures.ts'

/** Tags are shown from this confidence on unless the person asks otherwise. */
const DISPLAY_THRESHOLD = 20
const BINS = 10

type Judged = { confidence: number; isRight: boolean }
type Seen = { labels: readonly string[]; findings: Findings; ms: number }

/** Tags and categories of every labelled photo; empty where the photos are not on this machine. */
async function analyseCoco(models: Models): Promise<Seen[]> {
  const parts = openTagParts(resourcesDir)
  const steps = [createFacesStep(), createTagsStep(parts), createCategoriesStep(parts)]
  const seen: Seen[] = []
  for (const { path, labels } of listLabelled()) {
    const photo = await decodePhoto(path)
    const findings: Findings = {}
    const context = { photo, models, found: findings, seen: createSeen(photo, models) }
    const began = process.cpuUsage()
    for (const step of steps) Object.assign(findings, await step.run(context))
    seen.push({ labels, findings, ms: cpuMs(began) })
  }
  return seen
}

/** Mean distance between confidence and share of right tags over ten bins, weighted by their size (Naeini et al. 2015). */
export function calibrationError(judged: readonly Judged[]): number {
  const bins = Array.from({ length: BINS }, () => ({ confidence: 0, right: 0 }))
  for (const { confidence, isRight } of judged) {
    const bin = bins[Math.min(BINS - 1, Math.floor((confidence / 100) * BINS))]!
    bin.confidence += confidence / 100
    if (isRight) bin.right++
  }
  return bins.reduce((sum, { confidence, right }) => sum + Math.abs(confidence - right), 0) / judged.length
}

function cpuMs(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

function judge({ labels, findings }: Seen, labelOf: (concept: string) => string | undefined): Judged[] {
  return findings.tags!.flatMap(({ concept, confidence }) => {
    const label = labelOf(concept)
    return label === undefined ? [] : [{ confidence, isRight: labels.includes(label) }]
  })
}

/** Tags against the 80 object names of COCO at the display threshold, their calibration, and NSFW alarms on photos that have nothing of it. */
export async function evaluateTags({ name, models }: ModelSet): Promise<Figure[]> {
  const seen = await analyseCoco(models)
  if (seen.length === 0) return []
  const { vocabulary } = openTagParts(resourcesDir)
  const judged = seen.flatMap((photo) => judge(photo, (concept) => vocabulary.concept(concept).coco))
  const shown = judged.filter(({ confidence }) => confidence >= DISPLAY_THRESHOLD)
  const right = shown.filter(({ isRight }) => isRight).length
  const precision = right / shown.length
  const recall = right / seen.reduce((sum, { labels }) => sum + labels.length, 0)
  const alarms = (kind: 'nsfw' | 'underwear') => seen.filter(({ findings }) => (findings.nsfw?.[kind] ?? 0) >= 50).length / seen.length
  const perPhoto = seen.map(({ findings }) => findings.tags!.filter(({ confidence }) => confidence >= DISPLAY_THRESHOLD).length)
  return [
    figure('tags F1', name, (2 * precision * recall) / (precision + recall), { least: name === 'standard' ? 0.8 : 0.76 }),
    figure('tags precision', name, precision, { least: 0.85 }),
    figure('tags recall', name, recall),
    figure('tags calibration error, shown tags', name, calibrationError(shown), { most: 0.08 }),
    figure('tags calibration error, all above 7', name, calibrationError(judged)),
    figure('tags shown per photo, median', name, median(perPhoto)),
    figure('nsfw false alarms', name, alarms('nsfw'), { most: 0.01 }),
    figure('underwear alarms', name, alarms('underwear'), { note: 'one photo shows a swimsuit' }),
    figure('faces, tags and categories, median CPU ms', name, median(seen.map(({ ms }) => ms))),
  ]
}

if (import.meta.main) await printFigures(evaluateTags)
