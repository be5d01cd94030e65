import { implement, ORPCError } from '@orpc/server'
import type { BrowsedFolder, FolderAnswer } from '../../src-main/contract/shell/browsing.ts'
import { shellContract } from '../../src-main/contract/shell/contract.ts'

const shell = implement(shellContract)

/** Content of the fake machine, by folder. */
const below: Record<string, readonly string[]> = {
  '/home/ann': ['.cache', 'holidays', 'locked', 'pictures', 'work'],
  '/home/ann/pictures': ['2024', '2025'],
  '/home/ann/pictures/2025': ['june'],
}

const describe = (path: string, name = path.split('/').at(-1)!): BrowsedFolder => ({
  name,
  path,
  isHidden: name.startsWith('.'),
  isReadable: name !== 'locked',
})

/** A window's calls for finding folders, on folders in memory. */
export function createFakeFolders(roots: () => readonly string[], answer: (path: string) => Promise<FolderAnswer>) {
  return {
    browseFolder: shell.browseFolder.handler(({ input: { path, withHidden } }) => {
      if (path === '') return { path, parent: null, folders: roots().map((root) => describe(root, root)), isCut: false }
      if (path.endsWith('work'))
        throw new ORPCError('file-unreadable', { message: `The folder ${path} cannot be read: its disk is away.` })
      const folders = (below[path] ?? []).map((name) => describe(`${path}/${name}`))
      return { path, parent: null, folders: folders.filter(({ isHidden }) => withHidden || !isHidden), isCut: false }
    }),
    countPictures: shell.countPictures.handler(({ input }) =>
      input.paths.map((path) => ({ path, count: path.endsWith('2025') ? 1204 : 0, isMore: path.endsWith('2025') })),
    ),
    findDropped: shell.findDropped.handler(({ input }) =>
      input.name === 'june' ? [{ path: '/home/ann/pictures/2025/june' }] : [],
    ),
    allowedFolders: shell.allowedFolders.handler(() => ({
      folders: roots().map((path) => ({ path, isKept: false, isThere: true })),
      asking: 'terminal' as const,
    })),
    askForFolder: shell.askForFolder.handler(({ input }) => answer(input.path)),
    disallowFolder: shell.disallowFolder.handler(() => undefined),
    listPlaces: shell.listPlaces.handler(() =>
      roots().length === 0
        ? []
        : [
            { kind: 'pictures' as const, name: 'Pictures', path: '/home/ann/pictures', isAllowed: true },
            { kind: 'card' as const, name: 'EOS', path: '/media/ann/EOS/DCIM', isAllowed: false },
          ],
    ),
  }
}
