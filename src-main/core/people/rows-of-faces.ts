import { setImmediate } from 'node:timers/promises'
import type { AskedRow, Catalog, FaceOfPerson, NamelessRow } from '../catalog/catalog.ts'
import { hiddenPeople } from './hidden-people.ts'

type Dependencies = { catalog: Pick<Catalog, 'people' | 'search'> }

/** Rows that are read in one go; windows are answered in between. */
const ROWS = 1000

/** Named faces that may be seen, by person and photo, a thousand at a time. */
export const namedRows = (dependencies: Dependencies): AsyncGenerator<FaceOfPerson[]> =>
  inPages(dependencies, (after: FaceOfPerson | undefined) => dependencies.catalog.people.facesAfter(after, ROWS))

/** Faces that may be seen and are in a group without a name, by group and photo. */
export const namelessRows = (dependencies: Dependencies): AsyncGenerator<NamelessRow[]> =>
  inPages(dependencies, (after: NamelessRow | undefined) => dependencies.catalog.people.vectors.nameless(after, ROWS))

/**
 * Faces that may be seen and may be somebody's, the likeliest first; never of someone who is never suggested, or is
 * hidden.
 */
export async function* askedRows(dependencies: Dependencies): AsyncGenerator<AskedRow[]> {
  const { people } = dependencies.catalog
  const silent = new Set([...people.silent(), ...hiddenPeople(dependencies).map(({ id }) => id)])
  for await (const rows of inPages(dependencies, (after: AskedRow | undefined) => people.vectors.asked(after, ROWS)))
    yield rows.filter(({ suggestedId }) => !silent.has(suggestedId))
}

async function* inPages<Row extends { photoId: number }>(
  dependencies: Dependencies,
  read: (after: Row | undefined) => Row[],
): AsyncGenerator<Row[]> {
  for (let after: Row | undefined; ;) {
    const rows = read(after)
    yield dependencies.catalog.search.onlyShown(rows)
    after = rows.at(-1)
    if (rows.length < ROWS || after === undefined) return
    await setImmediate()
  }
}
