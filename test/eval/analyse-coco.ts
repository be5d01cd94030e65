import { basename } from 'node:path'
import { DISPLAY_THRESHOLD, keptConfidence, type FoundTag } from '../../src-main/contract/analysis/tag.ts'
import type { Findings } from '../../src-main/analysis/photo/findings.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import type { Models } from '../../src-main/analysis/models/runtime/tasks.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'
import { createCategoriesStep } from '../../src-main/analysis/categories/categories-step.ts'
import { facesStep } from '../../src-main/analysis/faces/faces-step.ts'
import { createTagsStep } from '../../src-main/analysis/tags/tags-step.ts'
import { openEvidenceReader } from '../../src-main/analysis/tags/evidence-reader.ts'
import { rateGeneral } from '../../src-main/analysis/categories/rate-general.ts'
import { openVocabulary } from '../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../fixtures/folders.ts'
import { listLabelled } from './labelled.ts'

/** A labelled photo with its findings. */
export type SeenPhoto = {
  name: string
  labels: readonly string[]
  findings: Findings
  /** Categories of `general_v3`, by concept. */ general: ReadonlyMap<string, number>
  ms: number
}

/** A tag and whether the photo's labels have it. */
export type Judged = { confidence: number; keptAs?: number | undefined; isRight: boolean }

/** Whether a window shows a tag, unless the person chooses another threshold. */
export const isShown = (tag: Pick<FoundTag, 'confidence' | 'keptAs'>): boolean =>
  keptConfidence(tag) >= DISPLAY_THRESHOLD

const vocabulary = openVocabulary(resourcesDir)

/** Faces, tags and categories of every labelled photo; empty if the photos are not on this machine. */
export async function analyseCoco(models: Models): Promise<SeenPhoto[]> {
  const parts = openEvidenceReader(resourcesDir)
  const steps = [facesStep, createTagsStep(parts), createCategoriesStep(parts)]
  const seen: SeenPhoto[] = []
  for (const { path, labels } of listLabelled()) {
    const photo = await decodePhoto(path)
    const findings: Findings = {}
    const context = { photo, models, found: findings, detections: createCachedDetections(photo, models) }
    const began = process.cpuUsage()
    for (const step of steps) Object.assign(findings, await step.run(context))
    const ms = cpuMs(began)
    const general = new Map(
      rateGeneral((await parts.evidenceOf(context)).evidence, vocabulary).map(({ concept, confidence }) => [
        concept,
        confidence,
      ]),
    )
    seen.push({ name: basename(path), labels, findings, general, ms })
  }
  return seen
}

function cpuMs(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

/** The tags of a photo that are among COCO's 80 names. */
export function judgeObjects({ labels, findings }: SeenPhoto): Judged[] {
  return findings.tags!.flatMap(({ concept, confidence, keptAs }) => {
    const label = vocabulary.concept(concept).coco
    return label === undefined ? [] : [{ confidence, keptAs, isRight: labels.includes(label) }]
  })
}
