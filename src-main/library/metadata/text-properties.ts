import type { TextField } from '../../contract/library/text-fields.ts'
import type { IimName } from '../../base/formats/iptc/iim.ts'
import type { XmpName } from '../../base/formats/xmp/xmp-names.ts'

/** Texts that have one property of XMP each, and none of EXIF. The others have separate rules. */
export type PlainField = Exclude<TextField, 'title' | 'caption' | 'creator' | 'copyright'>

/** Where a text is stored. */
export type TextProperty = {
  xmp: XmpName
  /** The part of it, if the property is a structure. */
  part?: XmpName
  /** `alternatives` may be in several languages. */
  form?: 'alternatives'
  /** The part of `LOCATION_CREATED` that repeats it. */
  location?: XmpName
  /** Its name in IPTC-IIM, for exifr and for ExifTool. */
  iim?: { read: string; write: IimName }
}

/** Where newer programs store the place where a photo was taken: one place with its parts. */
export const LOCATION_CREATED: XmpName = 'Iptc4xmpExt:LocationCreated'

const contact = (part: string): TextProperty => ({
  xmp: 'Iptc4xmpCore:CreatorContactInfo',
  part: `Iptc4xmpCore:${part}`,
})

export const textProperties: Readonly<Record<PlainField, TextProperty>> = {
  headline: { xmp: 'photoshop:Headline', iim: { read: 'Headline', write: 'IPTC:Headline' } },
  altText: { xmp: 'Iptc4xmpCore:AltTextAccessibility', form: 'alternatives' },
  extendedDescription: { xmp: 'Iptc4xmpCore:ExtDescrAccessibility', form: 'alternatives' },
  captionWriter: { xmp: 'photoshop:CaptionWriter', iim: { read: 'Writer', write: 'IPTC:Writer-Editor' } },
  creatorTitle: { xmp: 'photoshop:AuthorsPosition', iim: { read: 'BylineTitle', write: 'IPTC:By-lineTitle' } },
  creatorAddress: contact('CiAdrExtadr'),
  creatorCity: contact('CiAdrCity'),
  creatorRegion: contact('CiAdrRegion'),
  creatorPostcode: contact('CiAdrPcode'),
  creatorCountry: contact('CiAdrCtry'),
  creatorPhone: contact('CiTelWork'),
  creatorEmail: contact('CiEmailWork'),
  creatorWeb: contact('CiUrlWork'),
  credit: { xmp: 'photoshop:Credit', iim: { read: 'Credit', write: 'IPTC:Credit' } },
  source: { xmp: 'photoshop:Source', iim: { read: 'Source', write: 'IPTC:Source' } },
  copyrightStatus: { xmp: 'xmpRights:Marked' },
  copyrightUrl: { xmp: 'xmpRights:WebStatement' },
  usageTerms: { xmp: 'xmpRights:UsageTerms', form: 'alternatives' },
  instructions: {
    xmp: 'photoshop:Instructions',
    iim: { read: 'SpecialInstructions', write: 'IPTC:SpecialInstructions' },
  },
  jobId: {
    xmp: 'photoshop:TransmissionReference',
    iim: { read: 'OriginalTransmissionReference', write: 'IPTC:OriginalTransmissionReference' },
  },
  sublocation: {
    xmp: 'Iptc4xmpCore:Location',
    location: 'Iptc4xmpExt:Sublocation',
    iim: { read: 'Sublocation', write: 'IPTC:Sub-location' },
  },
  city: { xmp: 'photoshop:City', location: 'Iptc4xmpExt:City', iim: { read: 'City', write: 'IPTC:City' } },
  region: {
    xmp: 'photoshop:State',
    location: 'Iptc4xmpExt:ProvinceState',
    iim: { read: 'State', write: 'IPTC:Province-State' },
  },
  country: {
    xmp: 'photoshop:Country',
    location: 'Iptc4xmpExt:CountryName',
    iim: { read: 'Country', write: 'IPTC:Country-PrimaryLocationName' },
  },
  countryCode: {
    xmp: 'Iptc4xmpCore:CountryCode',
    location: 'Iptc4xmpExt:CountryCode',
    iim: { read: 'CountryCode', write: 'IPTC:Country-PrimaryLocationCode' },
  },
}

/** The fields in a fixed order. */
export const plainFields = Object.keys(textProperties) as PlainField[]

/** The library's text for a property: the copyright status is true, false or absent in XMP. */
export function textFrom(field: PlainField, written: string | null): string | null {
  if (field !== 'copyrightStatus' || written === null) return written
  if (/^(true|1)$/i.test(written)) return 'copyrighted'
  return /^(false|0)$/i.test(written) ? 'public-domain' : null
}

/** The inverse. */
export function textFor(field: PlainField, text: string | null): string | null {
  if (field !== 'copyrightStatus' || text === null || text === '') return text
  return text === 'copyrighted' ? 'True' : 'False'
}
