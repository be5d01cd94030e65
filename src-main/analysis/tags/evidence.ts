/** One reason to believe that a photo shows a concept. `chance` is calibrated, 0 to 1. */
export type Evidence = {
  concept: string
  chance: number
  origin: 'objects' | 'classifier' | 'faces' | 'scene' | 'colors' | 'kind'
}
