import { defineStore } from 'pinia'
import { watch } from 'vue'
import { useClient } from '../client/use-client.ts'
import { GatheredThumbs } from './gathered-thumbs.ts'
import { usePrivacy } from '../privacy/privacy.ts'

/** The thumbnails of a window, loaded together. */
export const useThumbs = defineStore('thumbs', () => {
  const { library } = useClient()
  const privacy = usePrivacy()
  const gathered = new GatheredThumbs((requests) => library.photos.thumbs(requests))
  watch(
    () => privacy.state,
    () => gathered.forget(),
  )
  return { kept: gathered.kept.bind(gathered), ask: gathered.ask.bind(gathered) }
})
