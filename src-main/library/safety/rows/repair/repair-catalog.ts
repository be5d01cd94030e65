import { say } from '../../../../contract/sentences/say.ts'
import type { Text } from '../../../../contract/sentences/text.ts'
import { loseThumbnailsOf } from '../../../queue/rows/lose-thumbnails.ts'
import { countBroken, isRemovable, removeBroken } from '../check/broken-references.ts'
import { listChecks } from '../check/check-catalog.ts'
import { compareThumbnails } from '../check/compare-thumbnails.ts'
import type { Context } from '../../../catalog/context/context.ts'
import { renewDenormalisedRow } from '../../../catalog/denormalised/denormalised-rows.ts'
import type { Finding, RepairTools } from '../../../queue/rows/findings/finding.ts'
import { createFullText } from '../../../metadata/rows/full-text.ts'
import type { Steps } from '../../../queue/rows/steps/steps.ts'
import type { Thumbnails } from '../../../pictures/rows/thumbnails.ts'

export type RepairDependencies = Pick<Context, 'db' | 'write' | 'changed' | 'vocabulary'> & {
  thumbnails: Thumbnails
  findings: readonly Finding[]
  steps: Steps
}

/** Repairs faults of a catalogue as far as possible; returns what each repair did. */
export function repairCatalog(dependencies: RepairDependencies): Text[] {
  const { changed, vocabulary } = dependencies
  const rows = repairRows(dependencies)
  const references = repairReferences(dependencies)
  // Deleted rows may leave others that no longer fit.
  const more = references.length > 0 ? repairRows(dependencies) : []
  const done = [...rows, ...references, ...more, ...repairThumbnails(dependencies)]
  vocabulary.forget()
  changed.everything()
  changed.names()
  changed.text()
  return done
}

/** Deleting rows may leave others that belonged to them; a few rounds are enough. */
function repairReferences({ db, write }: RepairDependencies): Text[] {
  const removed = new Map<string, number>()
  for (let round = 0; round < 5; round++) {
    const broken = countBroken(db).filter(isRemovable)
    for (const { table, count } of broken) removed.set(table, (removed.get(table) ?? 0) + count)
    if (broken.length === 0) break
    write(() => broken.forEach((each) => removeBroken(db, each)))
  }
  return [...removed].map(([table, count]) => say('repairs.rowsRemoved', { table, count }))
}

function repairRows({ db, write, findings }: RepairDependencies): Text[] {
  const fullText = createFullText(db)
  const tools: RepairTools = {
    db,
    renewRow: (id) => renewDenormalisedRow(db, id),
    renewWords: (id) => fullText.put(id),
  }
  return listChecks(findings).flatMap(({ sql, repair }) => {
    const ids = repair === undefined ? [] : db.prepare<[], number>(sql).pluck().all()
    if (repair === undefined || ids.length === 0) return []
    write(() => repair.run(tools, ids))
    return [repair.done(ids.length)]
  })
}

function repairThumbnails({ db, write, steps, thumbnails }: RepairDependencies): Text[] {
  if (thumbnails.isDamaged()) {
    thumbnails.renew()
    return [say('repairs.thumbnailsRenewed')]
  }
  const { missing, orphans } = compareThumbnails(db, thumbnails)
  if (missing.length > 0) loseThumbnailsOf({ db, write }, steps, missing)
  thumbnails.remove(orphans)
  return [
    ...(missing.length === 0 ? [] : [say('repairs.thumbnailsAgain', { count: missing.length })]),
    ...(orphans.length === 0 ? [] : [say('repairs.thumbnailsRemoved', { count: orphans.length })]),
  ]
}
