import type { Ref } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { useCropMode } from '../crop/use-crop-mode.ts'
import { useActionScope, type Handlers } from '../navigation/use-action-scopes.ts'
import { usePhotoTools } from './use-photo-tools.ts'
import type { PhotoSteps } from './use-photo-steps.ts'

type PhotoParts = {
  id: () => PhotoId
  tile: Ref<PhotoTile | null>
  steps: Pick<PhotoSteps, 'step' | 'walk' | 'leaveStack' | 'goTo' | 'last'>
  /** The stage that zooms; null while there is no photo. */
  stage: () => { togglePlay(): boolean; toggleLive(): void; toggleZoom(): void; zoomIn(): void; zoomOut(): void } | null
  close: () => void
  /** Further handlers: for the photo's stack, and to the next photo without a flag. */
  others: Handlers
  /** The way to another photo that is still to be found, which keys that follow at once are for; null if none is. */
  moving: () => Promise<unknown> | null
}

/** Shortcuts of the photo view. */
export function usePhotoKeys({ id, tile, steps, stage, close, others, moving }: PhotoParts): void {
  const tools = usePhotoTools(),
    cropping = useCropMode()
  useActionScope({
    name: 'photo',
    handlers: {
      ...useToggles(),
      ...others,
      previous: () => steps.walk(-1),
      next: () => steps.walk(1),
      'stack-before': () => steps.leaveStack(-1),
      'stack-after': () => steps.leaveStack(1),
      first: () => steps.goTo(0),
      last: () => steps.last(),
      crop: () => {
        cropping.isOpen = !cropping.isOpen
      },
      // Space plays a film; it zooms all other photos.
      zoom: ({ event }) => {
        if (event.key !== ' ' || !stage()?.togglePlay()) stage()?.toggleZoom()
      },
      live: () => stage()?.toggleLive(),
      'zoom-in': () => stage()?.zoomIn(),
      'zoom-out': () => stage()?.zoomOut(),
      close: ({ event }) => {
        if (cropping.isOpen) {
          if (event.key === 'Enter') void cropping.save?.()
          else cropping.isOpen = false
          return
        }
        // Escape ends what was switched on last.
        if (event.key === 'Escape' && tools.isDrawingPart) tools.isDrawingPart = false
        else if (event.key === 'Escape' && tools.isPlaying) tools.isPlaying = false
        else if (event.key === 'Escape' && tools.isLightsOut) tools.isLightsOut = false
        else if (event.key === 'Escape' && tools.isFullScreen) void tools.showFullScreen(false)
        else close()
      },
    },
    target: {
      known: () => (moving() === null ? [id()] : undefined),
      ids: async () => {
        await moving()
        return [id()]
      },
      tiles: () => (tile.value ? [tile.value] : []),
      advance: () => steps.step(1),
    },
  })
}

function useToggles(): Handlers {
  const tools = usePhotoTools()
  const toggle =
    (
      tool:
        | 'showsFaces'
        | 'showsFocus'
        | 'showsCrops'
        | 'showsThirds'
        | 'showsText'
        | 'showsHistogram'
        | 'showsClipping'
        | 'showsFaceStrip',
    ) =>
    (): void => {
      tools[tool] = !tools[tool]
    }
  return {
    faces: toggle('showsFaces'),
    focus: toggle('showsFocus'),
    crops: toggle('showsCrops'),
    thirds: toggle('showsThirds'),
    text: toggle('showsText'),
    histogram: toggle('showsHistogram'),
    clipping: toggle('showsClipping'),
    'face-strip': toggle('showsFaceStrip'),
    'similar-part': () => {
      tools.isDrawingPart = !tools.isDrawingPart
    },
    fullscreen: () => tools.showFullScreen(!tools.isFullScreen),
    'lights-out': () => {
      tools.isLightsOut = !tools.isLightsOut
    },
    slideshow: () => {
      tools.isPlaying = !tools.isPlaying
    },
  }
}
