import { type Catalog, problemOf } from '../catalog/catalog.ts'
import { probeRoot } from '../ingest/probe-root.ts'
import type { Diagnosis } from './diagnosis.ts'

/** Whether each watched folder can be read. */
export async function examineFolders({ catalog }: { catalog: Pick<Catalog, 'folders'> }): Promise<Diagnosis[]> {
  const roots = catalog.folders.roots()
  if (roots.length === 0)
    return [{ area: 'folders', level: 'hint', message: 'No folder is watched.', advice: 'Add a folder of photos.' }]
  return Promise.all(
    roots.map(async (root): Promise<Diagnosis> => {
      const probe = await probeRoot(catalog.folders, root)
      if (probe.state !== 'present')
        return describeFolder('problem', `${root.path} cannot be reached; its photos are kept.`, probe.problem)
      const problem = problemOf({ problems: { ...root.problems, access: '' } })
      if (problem !== '') return describeFolder('hint', `${root.path} can be read, but not all of it.`, problem)
      return describeFolder('good', `${root.path} can be read.`, '')
    }),
  )
}

const describeFolder = (level: Diagnosis['level'], message: string, advice: string): Diagnosis => ({
  area: 'folders',
  level,
  message,
  advice,
})
