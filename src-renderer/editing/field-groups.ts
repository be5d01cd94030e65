import type { TextField } from '../../src-main/contract/library/text-fields.ts'
import type { MessageKey } from '../locales/messages.ts'

/** The fields of the panel, in the order of the Tab key. */
export const fieldGroups = [
  {
    title: 'metadata.groupDescription',
    fields: [
      'title',
      'headline',
      'caption',
      'altText',
      'extendedDescription',
      'captionWriter',
      'instructions',
      'jobId',
    ],
  },
  {
    title: 'metadata.groupCreator',
    fields: [
      'creator',
      'creatorTitle',
      'creatorAddress',
      'creatorPostcode',
      'creatorCity',
      'creatorRegion',
      'creatorCountry',
      'creatorPhone',
      'creatorEmail',
      'creatorWeb',
    ],
  },
  {
    title: 'metadata.groupRights',
    fields: ['copyright', 'copyrightStatus', 'copyrightUrl', 'usageTerms', 'credit', 'source'],
  },
  { title: 'metadata.groupPlace', fields: ['sublocation', 'city', 'region', 'country', 'countryCode'] },
] as const satisfies readonly { title: MessageKey; fields: readonly TextField[] }[]
