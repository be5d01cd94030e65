import { useSettings } from '../settings/use-settings.ts'
import { writeKeys, type ShortcutAction } from './shortcuts.ts'

/** The keys of an action in the person's preset, as a hint beside its button or menu item. */
export function useKeyWords(): (action: ShortcutAction) => string {
  const settings = useSettings()
  return (action) => writeKeys(action, settings.settings.shortcuts)
}
