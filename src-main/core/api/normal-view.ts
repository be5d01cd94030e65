import type { PhotoFilter } from '../../contract/library/query.ts'

/**
 * Photos without a file leave the view unless they are asked for; what a person did to them is kept. Those of a drive
 * that is away stay.
 */
export function normalView(filter: PhotoFilter): PhotoFilter {
  return filter.statuses === undefined ? { ...filter, statuses: ['pending', 'ready', 'failed', 'offline'] } : filter
}
