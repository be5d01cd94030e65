import { computed, ref } from 'vue'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { trimPath } from '../folders/parent-path.ts'
import { useShell } from '../client/use-shell.ts'

/** The folder that files are written to: chosen in the system's dialog, or typed if the shell has none. */
export function useExportTarget() {
  const client = useClient(),
    shell = useShell()
  const path = ref('')
  const target = ref<{ id: string; label: string } | null>(null)
  const targetProblem = ref('')
  const hasTarget = computed(() => target.value !== null || path.value.trim() !== '')

  const typedPath = (): string => trimPath(path.value, shell.info?.platform === 'win32' ? '\\' : '/')
  /** Returns whether a folder is chosen now. */
  const chooseTarget = async (): Promise<boolean> => {
    targetProblem.value = ''
    try {
      const chosen = await client.shell.chooseTarget(shell.info?.hasDialogs ? {} : { path: typedPath() })
      target.value = chosen ?? target.value
    } catch (error) {
      targetProblem.value = describeError(error)
      return false
    }
    return target.value !== null
  }
  /** A folder chosen in a dialog is used again; a typed path is checked each time. */
  const ensureTarget = async (): Promise<boolean> =>
    (shell.info?.hasDialogs === true && target.value !== null) || chooseTarget()

  return { path, target, targetProblem, hasTarget, chooseTarget, ensureTarget }
}
