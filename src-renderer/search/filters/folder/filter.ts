import type { SearchFilter } from '../filter.ts'

/** Photos of one folder and those below it; chosen in the sidebar. */
export const folderFilter: SearchFilter = {
  name: 'folder',
  fields: ['folderId'],
  chips: ({ folderId }, names) => (folderId === undefined ? [] : [{ label: names.folder(folderId) ?? 'Folder' }]),
}
