import type { PictureSettings } from '../../contract/library/export-settings.ts'
import type { Disclosure } from '../metadata/read-disclosures.ts'

type Chosen = Pick<PictureSettings, 'metadata' | 'withPlace' | 'withPeople' | 'withSerials'>

/** What exported files may disclose, whether they are created or copied. */
const allowed: Readonly<Record<Disclosure, (settings: Chosen) => boolean>> = {
  place: ({ metadata, withPlace }) => metadata !== 'none' && withPlace,
  people: ({ metadata, withPeople }) => metadata === 'all' && withPeople,
  serials: ({ metadata, withSerials }) => metadata === 'all' && withSerials,
}

export const mayDisclose = (settings: Chosen, what: Disclosure): boolean => allowed[what](settings)

/** In a fixed order. */
export const forbiddenBy = (settings: Chosen): Disclosure[] =>
  (Object.keys(allowed) as Disclosure[]).filter((what) => !mayDisclose(settings, what))
