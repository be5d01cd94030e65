import { parsePosition, writePosition } from '../../../../contract/library/position.ts'
import { problemOfText } from '../../../../contract/library/text-fields.ts'
import type { Db } from '../../../../sqlite/connect.ts'
import type { FurtherText } from '../../../catalog/catalog.ts'
import type { ForeignWork } from '../../foreign/foreign-photo.ts'
import { groupRows } from '../rows/grouped-rows.ts'
import type { Layout } from '../rows/layout.ts'
import { type PlaceAndTexts, textsFrom } from '../rows/place-and-texts.ts'

/** A row of the rights of a photo. */
export type Right = { id: number; property: string; value: string | null }
type Property = { id: number; property: string; value: string | null }
type Place = { id: number; latitude: number | null; longitude: number | null; altitude: number | null }

/** What digiKam calls the texts of IPTC, in its table of properties and in that of rights. */
const properties: Readonly<Record<string, FurtherText>> = {
  city: 'city',
  provinceState: 'region',
  location: 'sublocation',
  instructions: 'instructions',
  jobId: 'jobId',
}
const rightsTexts: Readonly<Record<string, FurtherText>> = {
  source: 'source',
  provider: 'credit',
  rightsUsageTerms: 'usageTerms',
  instructions: 'instructions',
  creatorJobTitle: 'creatorTitle',
  'creatorContactInfo.address': 'creatorAddress',
  'creatorContactInfo.city': 'creatorCity',
  'creatorContactInfo.provinceState': 'creatorRegion',
  'creatorContactInfo.postalCode': 'creatorPostcode',
  'creatorContactInfo.country': 'creatorCountry',
  'creatorContactInfo.phone': 'creatorPhone',
  'creatorContactInfo.email': 'creatorEmail',
  'creatorContactInfo.webUrl': 'creatorWeb',
}

/** Rights that are taken over, for a query. */
export const takenRights = ['creator', 'copyrightNotice', ...Object.keys(rightsTexts)]

const PROPERTIES = 'SELECT imageid AS id, property, value FROM ImageProperties ORDER BY imageid'
const PLACES = `SELECT imageid AS id, latitudeNumber AS latitude, longitudeNumber AS longitude, altitude
  FROM ImagePositions ORDER BY imageid`

/** Positions and further texts, taken in the order of the numbers of photos. Older databases may lack their tables. */
export function createDigikamTexts(db: Db, layout: Layout) {
  const hasPlaces = ['latitudeNumber', 'longitudeNumber', 'altitude'].every((name) =>
    layout.has('ImagePositions', name),
  )
  const places = groupRows(hasPlaces ? db.prepare<[], Place>(PLACES).iterate() : [], ({ id }) => id)
  const hasProperties = layout.has('ImageProperties', 'property')
  const all = groupRows(hasProperties ? db.prepare<[], Property>(PROPERTIES).iterate() : [], ({ id }) => id)
  return {
    take(id: number, { headline, rights }: { headline: string | undefined; rights: readonly Right[] }): PlaceAndTexts {
      const [place] = places.take(id)
      const found = all.take(id)
      return {
        ...positionOf(place),
        ...textsFrom({ headline, ...countryOf(found), ...namedBy(found, properties), ...namedBy(rights, rightsTexts) }),
      }
    },
  }
}

function positionOf(place: Place | undefined): Pick<ForeignWork, 'position'> {
  if (place === undefined || place.latitude === null || place.longitude === null) return {}
  const { latitude, longitude, altitude } = place
  const found = parsePosition(writePosition({ latitude, longitude, altitude }))
  return found === null ? {} : { position: writePosition(found) }
}

/** digiKam keeps codes of countries, and what others wrote there. */
function countryOf(rows: readonly Property[]): Partial<Record<FurtherText, string>> {
  const country = rows.find(({ property }) => property === 'country')?.value?.trim() ?? ''
  if (country === '') return {}
  return problemOfText('countryCode', country) === null ? { countryCode: country } : { country }
}

const namedBy = (
  rows: readonly Property[],
  names: Readonly<Record<string, FurtherText>>,
): Partial<Record<FurtherText, string>> =>
  Object.fromEntries(
    rows.flatMap(({ property, value }) => {
      const field = Object.hasOwn(names, property) ? names[property]! : null
      return field !== null && value !== null && value.trim() !== '' ? [[field, value]] : []
    }),
  )
