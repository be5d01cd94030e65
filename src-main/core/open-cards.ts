import type { AnalysisEngine } from '../engines/engine.ts'
import { CardImports } from './card-import/card-imports.ts'
import type { PersonChanges } from './changes/person-changes.ts'
import type { Work } from './create-work.ts'
import type { ExportTargets } from './export/export-targets.ts'
import type { OnClose, Storage } from './open-storage.ts'
import type { TransferJobs } from './transfer/transfer-jobs.ts'

type Beside = Pick<Work, 'ingest' | 'metadata'> & {
  changes: PersonChanges
  engine: AnalysisEngine
  targets: ExportTargets
  transfers: TransferJobs
}

/** Longer side of a small picture of what is on a card, in pixels. */
const THUMB_SIDE = 256

/** What imports from cards. */
export function openCards({ catalog, hub, log }: Storage, beside: Beside, onClose: OnClose): CardImports {
  const { changes, engine, ingest, metadata, targets, transfers } = beside
  const cards = new CardImports({
    catalog,
    changes,
    ingest,
    metadata,
    log,
    sourcePath: (id) => transfers.sources.pathOf(id),
    targetPath: (id) => targets.pathOf(id),
    render: (path, signal) =>
      engine.render({ path, turn: 1, format: 'jpeg', longSide: THUMB_SIDE, quality: 70 }, signal),
    onProgress: (progress) => hub.publish({ type: 'card-import.changed', progress }),
  })
  onClose(() => cards.close())
  return cards
}
