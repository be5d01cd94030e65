import type { SearchFilter } from '../filter.ts'

/** Words in tags, names, captions and places; typed into the search field of the top bar. */
export const textFilter: SearchFilter = {
  name: 'text',
  fields: ['text'],
  isAlwaysVisible: true,
  chips: ({ text }) => (text ? [{ label: `“${text}”` }] : []),
}
