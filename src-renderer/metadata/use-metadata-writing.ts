import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type {
  MetadataConflict,
  MetadataFailure,
  MetadataWritingState,
} from '../../src-main/contract/library/metadata-writing.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { useToasts } from '../client/use-toasts.ts'

/** The progress of writing ratings, tags and texts for other programs, and its problems. */
export const useMetadataWriting = defineStore('metadata-writing', () => {
  const { library } = useClient()
  const toasts = useToasts(),
    loads = useLoads()
  const state = ref<MetadataWritingState>({
    mode: 'off',
    pending: 0,
    failed: 0,
    conflicts: 0,
    problem: null,
    isOffered: false,
  })
  const conflicts = shallowRef<readonly MetadataConflict[]>([])
  const failures = shallowRef<readonly MetadataFailure[]>([])

  const loadLists = async (): Promise<void> => {
    conflicts.value = state.value.conflicts > 0 ? await library.metadata.conflicts({}) : []
    failures.value = state.value.failed > 0 ? await library.metadata.failures({}) : []
  }
  /** The lists follow the counts. */
  const accept = (next: MetadataWritingState): void => {
    state.value = next
    void loads.run(loadLists)
  }
  const load = async (): Promise<void> => accept(await library.metadata.status())
  const setMode = (mode: MetadataWritingState['mode']): Promise<boolean> =>
    toasts.attempt(t('writing.choiceNotSaved'), async () => accept(await library.metadata.setMode({ mode })))
  /** Writes failed and pending files at once. */
  const write = (): Promise<boolean> =>
    toasts.attempt(t('writing.writingFailed'), async () => accept(await library.metadata.write()))
  const resolve = ({ photoId, field }: MetadataConflict, keep: 'ours' | 'theirs'): Promise<boolean> =>
    toasts.attempt(t('decisions.notDecided'), async () => {
      await library.metadata.resolve({ photoId, field, keep })
      await load()
    })

  return { state, conflicts, failures, load, accept, setMode, write, resolve }
})
