import type { Catalog, Replayed } from '../catalog/catalog.ts'
import type { Diagnosis } from './diagnosis.ts'

/** Whether the catalogue is whole, and the edits journal beside it. */
export function examineCatalogue({ catalog }: { catalog: Pick<Catalog, 'check' | 'edits' | 'health'> }): Diagnosis[] {
  return [...examineFaults(catalog), ...examineLost(catalog), ...examineEdits(catalog)]
}

function examineFaults(catalog: Pick<Catalog, 'check'>): Diagnosis[] {
  const faults = catalog.check()
  if (faults.length === 0) return [{ area: 'catalogue', level: 'good', message: 'The catalogue is whole.', advice: '' }]
  return faults.map(({ message, advice }) => ({ area: 'catalogue', level: 'problem', message, advice }))
}

function examineLost(catalog: Pick<Catalog, 'health'>): Diagnosis[] {
  const lost = catalog.health.lostPhotos()
  if (lost.length === 0) return []
  const named = lost.slice(0, 20).join(', ')
  const message = `${lost.length} photos cannot be shown, because their rows are damaged (ids ${named}).`
  const advice = 'Run "lumafold doctor --repair"; where that does not help, restore a backup.'
  return [{ area: 'catalogue', level: 'problem', message, advice }]
}

function examineEdits(catalog: Pick<Catalog, 'edits'>): Diagnosis[] {
  const problem = catalog.edits.problem()
  const message = `What was done last is not in the edits journal yet: ${problem}.`
  const advice = 'Free some space, or change the permissions of the library folder.'
  const behind: Diagnosis[] = problem === null ? [] : [{ area: 'catalogue', level: 'problem', message, advice }]
  if (catalog.edits.wasGone()) behind.push(journalGone)
  const replayed = catalog.edits.replayed()
  return replayed === null ? behind : [...behind, describeReplayed(replayed)]
}

const journalGone: Diagnosis = {
  area: 'catalogue',
  level: 'problem',
  message:
    'The edits journal was gone when the library was opened: until the next backup, a lost catalogue would take with it what was done since the last one.',
  advice: 'Make a backup now, and see what removed the folder "edits" of the library.',
}

/** A catalogue from a backup is older than the journal; any other one lost something that its disk had taken. */
function describeReplayed({ edits, problems, isAfterRestore }: Replayed): Diagnosis {
  const why = isAfterRestore ? 'A backup was restored' : 'The catalogue was older than the edits journal'
  const message = `${why}: ${edits} newer edits were done again. ${problems.join(' ')}`.trim()
  if (!isAfterRestore)
    return { area: 'catalogue', level: 'hint', message, advice: 'Look whether the disk of the library is sound.' }
  if (problems.length === 0) return { area: 'catalogue', level: 'good', message, advice: '' }
  return { area: 'catalogue', level: 'hint', message, advice: 'Do again by hand what is named here.' }
}
