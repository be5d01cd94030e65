import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { presence, type DetectorCalibration } from '../models/adapters/calibration.ts'
import type { Evidence } from './evidence.ts'
import type { ObjectDetector } from '../models/runtime/tasks.ts'
import type { TagTrace } from '../step/tag-trace.ts'

type Candidate = { label: string; score: number }
type Doubts = Awaited<ReturnType<NonNullable<ObjectDetector['doubts']>>>
/** Takes down the reasons, with what a closer look lowered. */
type Asked = { trace: TagTrace; doubts: Doubts | undefined }

/**
 * Fitted by logistic regression on the even photos of COCO and of kinds that COCO lacks, one set of numbers for all
 * classes; the evaluation measures on the odd ones.
 */
const calibrations: Record<string, DetectorCalibration> = {
  centernet: { bias: 1.33, best: 2.85, others: 1.76, floor: 0.06 },
  yolox: { bias: -0.41, best: 1.94, others: 0, floor: 0.06 },
  // the pair's scores are chances already
  pair: { bias: 0, best: 1, others: 0, floor: 0.001 },
}
const unknownDetector: DetectorCalibration = { bias: 1.5, best: 2.2, others: 0, floor: 0.05 }

/** Chance of each object class in the photo, from all its candidates of the detector; `weighObjects` goes on from it. */
export function readObjects(
  candidates: readonly Candidate[],
  modelId: string,
  vocabulary: Vocabulary,
  { trace, doubts }: Partial<Asked> = {},
): Evidence[] {
  const calibration = calibrationFor(modelId)
  const found = [...scoresByLabel(candidates)].flatMap(([label, scores]): Evidence[] => {
    const concept = vocabulary.byCoco(label)
    if (!concept) return []
    const chance = presence(scores, calibration)
    const doubt = doubts?.get(label)
    trace?.score(concept.id, 'detector', doubt?.from ?? scores[0]!)
    if (doubt) trace?.change(concept.id, 'closer', doubt.from, doubt.to)
    trace?.chance(concept.id, chance)
    return [{ concept: concept.id, chance, origin: 'objects' }]
  })
  for (const id of trace?.asked() ?? [])
    if (vocabulary.concept(id).coco && !found.some(({ concept }) => concept === id))
      trace!.note(id, 'nothing', { by: 'detector' })
  return found
}

function scoresByLabel(candidates: readonly Candidate[]): Map<string, number[]> {
  const scores = new Map<string, number[]>()
  for (const { label, score } of [...candidates].sort((a, b) => b.score - a.score))
    scores.set(label, [...(scores.get(label) ?? []), score])
  return scores
}

/** A detector's calibration by its model id; a pair's id is `a+b`. */
function calibrationFor(modelId: string): DetectorCalibration {
  if (modelId.includes('+')) return calibrations['pair']!
  const known = Object.keys(calibrations).find((name) => modelId.includes(name))
  return known ? calibrations[known]! : unknownDetector
}
