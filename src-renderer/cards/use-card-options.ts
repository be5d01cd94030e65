import { TextError } from '../../src-main/contract/errors.ts'
import { useLocalStorage } from '@vueuse/core'
import { ref, watch } from 'vue'
import { type CardOrder, DEFAULT_CARD_FOLDERS } from '../../src-main/contract/library/card-import.ts'
import { useExportTarget } from '../export/use-export-target.ts'
import { useFolders } from '../folders/use-folders.ts'

/** The destination of an import from a card, and the metadata of its photos; stored for the next card. */
export function useCardOptions() {
  const folders = useFolders()
  const folderId = useLocalStorage<number | null>('lumafold.card-folder', null, { serializer: numberOrNull })
  const subfolder = useLocalStorage('lumafold.card-subfolder', DEFAULT_CARD_FOLDERS)
  const pattern = useLocalStorage('lumafold.card-names', '')
  const hasBackup = useLocalStorage('lumafold.card-has-backup', false)
  const rating = ref(0)
  const tags = useLocalStorage('lumafold.card-tags', '')
  const creator = useLocalStorage('lumafold.card-creator', '')
  const copyright = useLocalStorage('lumafold.card-copyright', '')
  const backup = useExportTarget()
  // The library's folders load after the window, and may be removed while it is open.
  const demandFolder = (): void => {
    if (folders.isLoaded && folders.folders.every(({ id }) => id !== folderId.value))
      folderId.value = folders.watched[0]?.id ?? null
  }
  watch(() => [folders.folders, folders.isLoaded], demandFolder, { immediate: true })

  const wishes = (target: number): Omit<CardOrder, 'scanId' | 'items' | 'backupId'> => ({
    folderId: target,
    subfolder: subfolder.value,
    ...(pattern.value.trim() === '' ? {} : { pattern: pattern.value }),
    counterFrom: 1,
    rating: rating.value,
    tags: tags.value
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    creator: creator.value,
    copyright: copyright.value,
  })
  /** Undefined without a second copy. Throws the reason if its folder is invalid. */
  const backupId = async (): Promise<string | undefined> => {
    if (!hasBackup.value) return undefined
    if (await backup.ensureTarget()) return backup.target.value?.id
    throw new TextError(backup.targetProblem.value)
  }
  return { folderId, subfolder, pattern, hasBackup, rating, tags, creator, copyright, backup, wishes, backupId }
}

const numberOrNull = {
  read: (text: string): number | null => Number(text) || null,
  write: (value: number | null): string => String(value ?? ''),
}
