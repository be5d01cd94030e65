import type { Catalog } from '../catalog/catalog.ts'
import type { Diagnosis } from './diagnosis.ts'

/** How many photos there are, and what some of them lack. */
export function examinePhotos({ catalog }: { catalog: Pick<Catalog, 'analysis' | 'files'> }): Diagnosis[] {
  const { total, pending, failed, missing, offline } = catalog.analysis.counts()
  const found: Diagnosis[] = [
    { area: 'photos', level: 'good', message: `${total} photos, ${pending} waiting for analysis.`, advice: '' },
  ]
  if (failed > 0)
    found.push({
      area: 'photos',
      level: 'hint',
      message: `${failed} photos could not be read.`,
      advice: 'Look at their reasons in the library; replace damaged files or analyse again.',
    })
  if (missing > 0)
    found.push({
      area: 'photos',
      level: 'hint',
      message: `${missing} photos have no file at present.`,
      advice: 'Put the files back, or say where they are now; what was done to the photos is kept.',
    })
  if (offline > 0)
    found.push({
      area: 'photos',
      level: 'hint',
      message: `${offline} photos lie in folders that are away.`,
      advice: 'Connect their drive, or say where the folder is now ("lumafold locate OLD NEW").',
    })
  return [...found, ...examineMetadata(catalog)]
}

function examineMetadata({ files }: Pick<Catalog, 'files'>): Diagnosis[] {
  const { count, example } = files.metadataProblems()
  if (example === null) return []
  return [
    {
      area: 'photos',
      level: 'hint',
      message: `The metadata of ${count} photos could not be read whole. ${example.name}: ${example.problem}`,
      advice: 'The photos are in the library all the same; replace damaged files and sidecars.',
    },
  ]
}
