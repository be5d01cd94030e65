/** Whether files are being dragged; their kind is known when they are dropped. */
export const hasFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

/** Whether a single picture is being dragged, as far as the system reveals it during the drag. */
export function isPicture(transfer: DataTransfer | null): boolean {
  const items = [...(transfer?.items ?? [])]
  return items.length === 1 && items[0]?.kind === 'file' && items[0].type.startsWith('image/')
}

/** The one file that was dropped or pasted; null for none, several, or a folder. */
export function droppedFile(transfer: DataTransfer | null): File | null {
  if (transfer === null) return null
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.some(({ isDirectory }) => isDirectory)) return null
  return transfer.files.length === 1 ? (transfer.files[0] ?? null) : null
}
