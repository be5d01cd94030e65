import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { LibraryHealth } from '../../src-main/contract/library/library-health.ts'
import { useClient } from '../client/use-client.ts'

/** Whether the catalogue is sound. */
export const useHealth = defineStore('health', () => {
  const { library } = useClient()
  const health = ref<LibraryHealth>({ condition: 'sound', message: null, backup: null, warning: null, recovered: 0 })

  const accept = (next: LibraryHealth): void => {
    health.value = next
  }
  const load = async (): Promise<void> => accept(await library.library.health())

  return { health, load, accept }
})
